package dev.baton.election.examples.scheduler.jobs;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads jobs from YAML.
 *
 * <pre>{@code
 * jobs:
 *   - name: nightly-report
 *     command: [python3, report.py, --all]   # program and arguments; no shell reads them
 *     cron: "30 2 * * *"                     # or six fields, seconds first
 *     zone: Europe/Berlin
 *     timeout: 10m
 *   - name: heartbeat
 *     shell: true                            # the command is one line for /bin/sh
 *     command: date >> beats.txt
 *     every: 2s
 *     timeout: 5s
 * }</pre>
 */
public final class JobsFile {

    private JobsFile() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @return its jobs, at least one, in the order of the file
     * @throws JobsFileException if it cannot be read or says something that cannot be meant
     */
    public static List<Job> read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (NoSuchFileException missing) {
            throw new JobsFileException(file + ": there is no such file; give the path of a jobs file");
        } catch (CharacterCodingException binary) {
            throw new JobsFileException(file + ": is not UTF-8 text; save it as UTF-8");
        } catch (IOException unreadable) {
            throw new JobsFileException(file + ": cannot be read (" + unreadable + "); check its permissions");
        }
    }

    /**
     * Reads text.
     *
     * @param source the name of the text in messages
     * @param text the YAML
     * @return its jobs, at least one, in the order of the text
     * @throws JobsFileException if it says something that cannot be meant
     */
    public static List<Job> parse(String source, String text) {
        if (!(load(source, text) instanceof Map<?, ?> top) || !(top.get("jobs") instanceof List<?> entries)) {
            throw new JobsFileException(
                    source + ": has no list 'jobs'; begin with 'jobs:' and one '- name: …' per job");
        }
        for (Object key : top.keySet()) {
            if (!key.equals("jobs")) {
                throw new JobsFileException(source + ": unknown field '" + key + "' beside 'jobs'; remove it");
            }
        }
        if (entries.isEmpty()) {
            throw new JobsFileException(source + ": the list 'jobs' is empty; add one '- name: …' per job");
        }
        Map<String, Job> jobs = new LinkedHashMap<>();
        for (Object entry : entries) {
            Job job = JobEntry.of(source, jobs.size() + 1, entry).toJob();
            if (jobs.put(job.name(), job) != null) {
                throw new JobsFileException(
                        source + ": job '" + job.name() + "', field 'name': comes twice; every job needs its own name");
            }
        }
        return List.copyOf(new ArrayList<>(jobs.values()));
    }

    private static Object load(String source, String text) {
        try {
            Object document = new Load(LoadSettings.builder().setLabel(source).build()).loadFromString(text);
            return document == null ? Map.of() : document;
        } catch (MarkedYamlEngineException broken) {
            String where = broken.getProblemMark()
                    .map(mark -> ", line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                    .orElse("");
            throw new JobsFileException(source + where + ": is no YAML (" + oneLine(broken.getProblem())
                    + "); check indentation and quotes there");
        } catch (YamlEngineException broken) {
            throw new JobsFileException(source + ": is no YAML (" + oneLine(String.valueOf(broken.getMessage())) + ")");
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
