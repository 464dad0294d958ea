package dev.baton.election.examples.scheduler.jobs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** One entry of a jobs file, before it is known to be good. */
final class JobEntry {

    private static final Set<String> FIELDS = Set.of("name", "command", "shell", "cron", "zone", "every", "timeout");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final String source;
    private final String title;
    private final Map<?, ?> fields;

    private JobEntry(String source, String title, Map<?, ?> fields) {
        this.source = source;
        this.title = title;
        this.fields = fields;
    }

    static JobEntry of(String source, int number, Object entry) {
        if (!(entry instanceof Map<?, ?> fields)) {
            throw new JobsFileException(
                    source + ": job " + number + " is not a set of fields; write '- name: …' and the fields below it");
        }
        String title = fields.get("name") instanceof String name ? "'" + name + "'" : String.valueOf(number);
        return new JobEntry(source, title, fields);
    }

    Job toJob() {
        for (Object key : fields.keySet()) {
            if (!FIELDS.contains(key)) {
                throw wrong(String.valueOf(key), "is unknown; known are " + String.join(", ", sorted(FIELDS)));
            }
        }
        String name = text("name").orElseThrow(() -> wrong("name", "is missing; give the job a name"));
        if (!NAME.matcher(name).matches()) {
            throw wrong("name", "'" + name + "' must be at most 64 letters, digits, '.', '_' or '-'");
        }
        return new Job(name, command(), schedule(), timeout());
    }

    private List<String> command() {
        Object value = fields.get("command");
        if (shell()) {
            String line = text("command")
                    .orElseThrow(() -> wrong("command", "is missing; with 'shell: true' write one line for /bin/sh"));
            return List.of("/bin/sh", "-c", line);
        }
        if (!(value instanceof List<?> parts) || parts.isEmpty()) {
            throw wrong("command", "must be a list, such as [tar, -czf, out.tgz, data]; or set 'shell: true'");
        }
        for (Object part : parts) {
            if (part instanceof Map || part instanceof List || part == null) {
                throw wrong("command", "has an argument that is no text; put it in quotes");
            }
        }
        return parts.stream().map(String::valueOf).toList();
    }

    private boolean shell() {
        Object value = fields.get("shell");
        if (value != null && !(value instanceof Boolean)) {
            throw wrong("shell", "must be true or false, but is '" + value + "'");
        }
        return Boolean.TRUE.equals(value);
    }

    private Schedule schedule() {
        Optional<String> cron = text("cron");
        Optional<String> every = text("every");
        if (cron.isPresent() == every.isPresent()) {
            throw wrong("every", "give exactly one of 'every' and 'cron'");
        }
        if (every.isPresent()) {
            if (fields.containsKey("zone")) {
                throw wrong("zone", "belongs to 'cron' and means nothing to 'every'; remove it");
            }
            return new Every(positive("every", every.get()));
        }
        ZoneId zone = zone();
        try {
            return new CronSchedule(cron.get(), zone);
        } catch (IllegalArgumentException bad) {
            String why = String.valueOf(bad.getMessage()).strip().replaceAll("\\s+", " ");
            throw wrong("cron", "'" + cron.get() + "' is no cron expression: " + why);
        }
    }

    private ZoneId zone() {
        // No default: the zone of whichever machine leads at the time is not what anybody means.
        String zone =
                text("zone").orElseThrow(() -> wrong("zone", "is missing; name one, such as UTC or Europe/Berlin"));
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw wrong("zone", "'" + zone + "' is no time zone; use a name such as UTC or Europe/Berlin");
        }
    }

    private Duration timeout() {
        return positive(
                "timeout", text("timeout").orElseThrow(() -> wrong("timeout", "is missing; give one, such as 30s")));
    }

    private Duration positive(String field, String text) {
        try {
            Duration duration = DurationText.parse(text);
            if (duration.isZero()) {
                throw wrong(field, "must be longer than zero");
            }
            return duration;
        } catch (IllegalArgumentException bad) {
            throw wrong(field, bad.getMessage());
        }
    }

    private Optional<String> text(String field) {
        Object value = fields.get(field);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw wrong(field, "must be text, but is '" + value + "'; put it in quotes");
        }
        return Optional.of(text);
    }

    private JobsFileException wrong(String field, String what) {
        return new JobsFileException(source + ": job " + title + ", field '" + field + "': " + what);
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }
}
