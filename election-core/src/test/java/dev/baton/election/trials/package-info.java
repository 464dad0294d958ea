/** The lease against whole server processes that are killed, stopped and woken: trials, and what they show. */
package dev.baton.election.trials;
