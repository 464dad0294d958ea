/** Servers and client libraries of several versions, each in processes with a class path of their own. */
@NullMarked
package dev.baton.integration.matrix;

import org.jspecify.annotations.NullMarked;
