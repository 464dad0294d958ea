package dev.baton.election.examples.scheduler.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.election.examples.scheduler.store.Refusal;
import dev.baton.election.examples.scheduler.store.TermRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a demo showed.
 *
 * @param plan what was to be shown
 * @param account what became of the runs
 * @param refusals the writes that were refused
 * @param terms the terms that wrote
 * @param failover what the fault cost, absent if there was none
 */
record Summary(
        Plan plan, Account account, List<Refusal> refusals, List<TermRecord> terms, Optional<Failover> failover) {

    int exitCode() {
        if (!account.isRight()) {
            return ExitCode.ACCOUNT;
        }
        return failover.map(Failover::withinBound).orElse(true) ? ExitCode.WELL : ExitCode.NO_LEADER;
    }

    void print(LiveLog log) {
        log.plain("");
        log.plain(String.format(
                "runs       %d due, %d done, %d lost, %d executed twice, %d not due",
                account.due(),
                account.done(),
                account.lost().size(),
                account.duplicates().size(),
                account.notDue().size()));
        log.plain(String.format(
                "           %d failed, %d took more than one attempt", account.failed(), account.reattempted()));
        account.lost().forEach(run -> log.plain("  LOST     " + run));
        account.duplicates().forEach(run -> log.plain("  TWICE    " + run));
        account.notDue().forEach(run -> log.plain("  NOT DUE  " + run));
        log.plain(String.format(
                "refused    %d stale writes of coordinators, %d late reports of workers",
                refused(Refusal.COORDINATOR), refused(Refusal.WORKER)));
        refusals.forEach(refusal -> log.plain("           " + refusal.name() + ": " + refusal.operation() + " with "
                + refusal.carried() + ", the store had " + refusal.newer()));
        log.plain("failover   "
                + failover.map(f -> f.gap().toMillis() + "ms from fault to the next leader's first write, promised "
                                + plan.bound().toMillis() + "ms")
                        .orElse("none"));
        terms.forEach(term -> log.plain(String.format(
                "term       %s  %s  %s to %s  %s",
                term.token(),
                term.holder(),
                term.begun(),
                term.ended().map(String::valueOf).orElse("-"),
                term.reason().orElse("-"))));
    }

    void write(Path file) {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode()
                .put("fault", plan.fault().name().toLowerCase(Locale.ROOT))
                .put("nodes", plan.nodes())
                .put("sessionTimeoutMillis", plan.sessionTimeout().toMillis())
                .put("runsDue", account.due())
                .put("runsDone", account.done())
                .put("runsFailed", account.failed())
                .put("runsReattempted", account.reattempted())
                .put("lost", account.lost().size())
                .put("duplicates", account.duplicates().size())
                .put("notDue", account.notDue().size())
                .put("staleWritesRefused", refused(Refusal.COORDINATOR))
                .put("lateReportsRefused", refused(Refusal.WORKER))
                .put("failoverMillis", failover.map(f -> f.gap().toMillis()).orElse(null))
                .put("failoverBoundMillis", plan.bound().toMillis());
        for (TermRecord term : terms) {
            root.withArray("terms")
                    .addObject()
                    .put("token", term.token())
                    .put("holder", term.holder())
                    .put("begin", term.begun().toString())
                    .put("end", term.ended().map(String::valueOf).orElse(null))
                    .put("reason", term.reason().orElse(null));
        }
        try {
            json.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write the summary " + file, failed);
        }
    }

    private long refused(String author) {
        return refusals.stream()
                .filter(refusal -> refusal.author().equals(author))
                .count();
    }
}
