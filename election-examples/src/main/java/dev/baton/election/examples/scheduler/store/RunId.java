package dev.baton.election.examples.scheduler.store;

import java.time.Instant;

/**
 * Names a run: there is one per job and scheduled time, whoever submits it and however often.
 *
 * @param job the job's name
 * @param scheduledTime when it was due, in whole milliseconds
 */
public record RunId(String job, Instant scheduledTime) {}
