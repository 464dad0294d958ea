package dev.baton.election.examples.scheduler.jobs;

import java.time.Duration;
import java.util.List;

/**
 * A command that is to be run at certain times.
 *
 * @param name the unique name, part of the key of its runs
 * @param command program and arguments, passed to the operating system as they are
 * @param schedule when it is due
 * @param timeout how long one run may take before its processes are killed
 */
public record Job(String name, List<String> command, Schedule schedule, Duration timeout) {

    /** Copies the command. */
    public Job {
        command = List.copyOf(command);
    }
}
