package dev.baton.election.cli;

import dev.baton.election.Candidate;
import dev.baton.election.ElectionSnapshot;
import dev.baton.election.Leader;
import dev.baton.election.PastTerm;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Elections as maps, lists and texts: what JSON and YAML show, with stable names. */
final class Documents {

    private Documents() {}

    static Map<String, @Nullable Object> of(ElectionSnapshot election) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("election", election.path());
        map.put("leader", election.leader().map(Documents::of).orElse(null));
        map.put("candidates", election.candidates().stream().map(Documents::of).toList());
        map.put("history", election.history().stream().map(Documents::of).toList());
        return map;
    }

    static Map<String, @Nullable Object> of(Leader leader) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("id", leader.candidateId());
        map.put("token", leader.token().toString());
        map.put("tokenLong", leader.token().asLong());
        map.put("since", time(leader.since()));
        map.put("payload", new String(leader.payload(), java.nio.charset.StandardCharsets.UTF_8));
        return map;
    }

    static Map<String, @Nullable Object> of(Candidate candidate) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("id", candidate.id());
        map.put("leads", candidate.holder());
        map.put("priority", candidate.priority());
        map.put("sequence", candidate.sequence());
        map.put("znode", candidate.znode());
        map.put("host", candidate.host());
        map.put("pid", candidate.pid());
        map.put("since", time(candidate.started()));
        map.put("session", session(candidate));
        return map;
    }

    static Map<String, @Nullable Object> of(PastTerm term) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("id", term.candidateId());
        map.put("token", term.token().toString());
        map.put("since", time(term.since()));
        map.put("until", time(term.until()));
        map.put("ended", ended(term));
        return map;
    }

    static String session(Candidate candidate) {
        return "0x" + Long.toHexString(candidate.session());
    }

    static String ended(PastTerm term) {
        return term.handedOver() ? "handed over" : "found gone";
    }

    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** How long ago that was, by this machine's clock. */
    static String ago(Instant instant) {
        return Durations.show(Duration.between(instant, Instant.now()));
    }
}
