/** The judge is judged: what it must find in planted histories, and must not find in good ones. */
@NullMarked
package dev.baton.integration.history;

import org.jspecify.annotations.NullMarked;
