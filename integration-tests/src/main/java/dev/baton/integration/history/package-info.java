/**
 * Histories of elections as lines of JSON: what candidates believed and did, what was done to them, and the check of what
 * must hold whatever was done.
 */
@NullMarked
package dev.baton.integration.history;

import org.jspecify.annotations.NullMarked;
