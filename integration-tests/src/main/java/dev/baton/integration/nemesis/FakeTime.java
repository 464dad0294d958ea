package dev.baton.integration.nemesis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The library that lies to a process about the time, where this machine has it: Debian's package libfaketime. */
final class FakeTime {
    private static final Optional<Path> LIBRARY = List.of(
                    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
                    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
                    "/usr/lib64/faketime/libfaketimeMT.so.1",
                    "/usr/lib/faketime/libfaketimeMT.so.1")
            .stream()
            .map(Path::of)
            .filter(Files::exists)
            .findFirst();

    private FakeTime() {}

    static boolean isHere() {
        return LIBRARY.isPresent();
    }

    /** The environment of a process all of whose clocks, the monotonic one too, run this much too fast. */
    static Map<String, String> rate(double rate) {
        return Map.of("LD_PRELOAD", library(), "FAKETIME", String.format(Locale.ROOT, "+0 x%.3f", rate));
    }

    /** The environment of a process whose wall clock is off by what the file says, and whose monotonic one is right. */
    static Map<String, String> wall(Path file) {
        return Map.of(
                "LD_PRELOAD", library(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Otherwise a wait with a limit returns at once.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    private static String library() {
        return LIBRARY.orElseThrow().toString();
    }
}
