package dev.baton.integration.matrix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process of the matrix, whose output is a file. */
final class Child implements AutoCloseable {

    private final Process process;
    private final Path output;

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Child start(Path output, String classPath, List<String> mainAndArguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dzookeeper.forceSync=no",
                "-Dzookeeper.admin.enableServer=false",
                "-Dzookeeper.jmx.log4j.disable=true", // servers before 3.5 need Log4j 1 otherwise
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath));
        command.addAll(mainAndArguments);
        return new Child(
                new ProcessBuilder(command)
                        .redirectError(
                                ProcessBuilder.Redirect.appendTo(output.resolveSibling(output.getFileName() + ".err")
                                        .toFile()))
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start(),
                output);
    }

    /** The lines that it has printed so far. */
    List<String> lines() {
        try {
            return Files.readAllLines(output);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Sends STOP or CONT. */
    void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException("kill -" + signal + " " + process.pid() + " ended with " + status);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: nothing of it runs any more when this returns. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException(process.pid() + " outlived SIGKILL");
        }
    }
}
