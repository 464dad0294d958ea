/** What is to be run and when: the jobs file and its schedules. */
@NullMarked
package dev.baton.election.examples.scheduler.jobs;

import org.jspecify.annotations.NullMarked;
