package dev.baton.election.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts the packaged command as a user's shell does. */
final class Shell implements AutoCloseable {

    private static final Path JAR = Path.of("target", "baton.jar");
    private static final long LIMIT_SECONDS = 60;

    private final Path directory;
    private final String server;
    private final AtomicInteger count = new AtomicInteger();
    private final List<Call> calls = new ArrayList<>();

    Shell(Path directory, String server) {
        this.directory = directory;
        this.server = server;
    }

    /** What a call that has ended said. */
    record Result(int code, String out, String err) {}

    /** A call that may still run. */
    static final class Call {
        private final Process process;
        private final Path out;
        private final Path err;

        private Call(Process process, Path out, Path err) {
            this.process = process;
            this.out = out;
            this.err = err;
        }

        boolean isAlive() {
            return process.isAlive();
        }

        String out() throws IOException {
            return Files.readString(out);
        }

        String err() throws IOException {
            return Files.readString(err);
        }

        void signal(String name) throws Exception {
            Shell.signal(process.pid(), name);
        }

        Result ends() throws Exception {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("baton has not ended; it said: " + out() + err());
            }
            return new Result(process.exitValue(), out(), err());
        }
    }

    /** Starts it, for the test's server. */
    Call start(String... arguments) throws IOException {
        int number = count.incrementAndGet();
        Path out = directory.resolve("out-" + number);
        Path err = directory.resolve("err-" + number);
        List<String> whole = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                JAR.toAbsolutePath().toString()));
        whole.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(whole)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("BATON_SERVER", server);
        Call call = new Call(builder.start(), out, err);
        calls.add(call);
        return call;
    }

    /** Runs it to its end. */
    Result run(String... arguments) throws Exception {
        return start(arguments).ends();
    }

    static void signal(long pid, String name) throws Exception {
        new ProcessBuilder("kill", "-s", name, Long.toString(pid)).start().waitFor();
    }

    /** Whatever still runs is ended, awake first. */
    @Override
    public void close() throws Exception {
        for (Call call : calls) {
            call.signal("CONT");
            call.process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
