/** An example: the fencing header, with the JDK's own server and client. */
@NullMarked
package dev.baton.election.examples.http;

import org.jspecify.annotations.NullMarked;
