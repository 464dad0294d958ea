/** What must hold when whole processes die, freeze or lose their server: on a real ensemble, in containers. */
@NullMarked
package dev.baton.integration;

import org.jspecify.annotations.NullMarked;
