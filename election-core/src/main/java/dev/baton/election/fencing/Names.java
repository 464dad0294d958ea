package dev.baton.election.fencing;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Names of resources and operations: text that means the same in every column, file name and znode. */
final class Names {

    private static final int LONGEST = 200;

    private Names() {}

    /** Refuses a name that a store could cut, fold or compare in a way of its own. */
    static String check(String what, String name) {
        Objects.requireNonNull(name, what);
        if (name.isEmpty() || name.length() > LONGEST || !name.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException("'" + name + "' cannot name " + (what.equals("operation") ? "an " : "a ")
                    + what + ": give 1 to " + LONGEST + " printable ASCII characters without blanks");
        }
        return name;
    }

    /** A resource's name as one level of a path, never {@code .} or {@code ..}. */
    static String pathElement(String resource) {
        return URLEncoder.encode(check("resource", resource), StandardCharsets.US_ASCII) + ".gate";
    }
}
