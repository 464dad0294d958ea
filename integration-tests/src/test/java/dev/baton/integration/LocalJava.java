package dev.baton.integration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * The files of an image that has a Java runtime and nothing else, taken from the JDK that runs this build and from the
 * C library of this machine.
 *
 * <p>It stands in for an image from a registry where none answers. About 60 MB, made in seconds.
 */
final class LocalJava {
    private static final String MODULES = "java.logging,java.management,java.naming,java.security.jgss,"
            + "java.security.sasl,java.sql,java.xml,jdk.management,jdk.unsupported";

    /** Opened by the C library at run time, so that ldd does not name them; newer ones have them built in. */
    private static final List<String> NAME_SERVICE = List.of("libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2");

    private static final Pattern LIBRARY = Pattern.compile("(?:^|=>)\\s*(/\\S+) \\(0x");

    private LocalJava() {}

    /**
     * Lays out a root file system whose Java is {@code /java/bin/java}.
     *
     * @param root where to, not existing yet
     */
    static void layOut(Path root) throws IOException, InterruptedException {
        Path java = root.resolve("java");
        Files.createDirectories(root);
        link(java);
        for (Path library : librariesOf(List.of(
                java.resolve("bin/java"),
                java.resolve("lib/server/libjvm.so"),
                java.resolve("lib/libjava.so"),
                java.resolve("lib/libnet.so"),
                java.resolve("lib/libnio.so")))) {
            if (!library.startsWith(java)) {
                copy(library, root);
            }
        }
        for (String directory : List.of("tmp", "etc", "data", "conf")) {
            Files.createDirectories(root.resolve(directory));
        }
        Files.writeString(root.resolve("etc/nsswitch.conf"), "hosts: files dns\n");
    }

    private static void link(Path output) {
        ToolProvider jlink = ToolProvider.findFirst("jlink")
                .orElseThrow(() -> new IllegalStateException("this build runs on a Java without jlink: use a JDK"));
        int status = jlink.run(
                System.out,
                System.err,
                "--add-modules",
                MODULES,
                "--output",
                output.toString(),
                "--strip-java-debug-attributes",
                "--no-header-files",
                "--no-man-pages");
        if (status != 0) {
            throw new IllegalStateException("jlink ended with status " + status);
        }
    }

    private static Set<Path> librariesOf(List<Path> binaries) throws IOException, InterruptedException {
        Set<Path> libraries = new LinkedHashSet<>();
        for (Path binary : binaries) {
            Process ldd = new ProcessBuilder("ldd", binary.toString())
                    .redirectErrorStream(true)
                    .start();
            String listing = new String(ldd.getInputStream().readAllBytes(), UTF_8);
            if (ldd.waitFor() != 0) {
                throw new IllegalStateException("ldd " + binary + ": " + listing);
            }
            listing.lines()
                    .map(LIBRARY::matcher)
                    .filter(Matcher::find)
                    .map(found -> Path.of(found.group(1)))
                    .forEach(libraries::add);
        }
        Set<Path> all = new LinkedHashSet<>(libraries);
        libraries.stream()
                .filter(library -> library.getFileName().toString().startsWith("libc.so"))
                .flatMap(libc -> NAME_SERVICE.stream().map(libc::resolveSibling))
                .filter(Files::exists)
                .forEach(all::add);
        return all;
    }

    /** Copies what a name leads to, under that name: the loader looks for names and not for what they link to. */
    private static void copy(Path library, Path root) throws IOException {
        Path target = root.resolve(library.getRoot().relativize(library));
        Files.createDirectories(target.getParent());
        Files.copy(library, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
    }
}
