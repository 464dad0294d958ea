package dev.baton.election;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What is alive on the heap, after a full collection, as the virtual machine counts it. */
final class Histogram {

    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");

    private Histogram() {}

    /** How many objects of each of Baton's classes there are. */
    static Map<String, Long> ofBaton() throws JMException {
        String text = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Map<String, Long> counts = new TreeMap<>();
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            if (line.group(2).startsWith("dev.baton.election")) {
                // A lambda's class has a number of its own, which is no part of what it is.
                counts.merge(line.group(2).replaceAll("[+/].*", ""), Long.parseLong(line.group(1)), Long::sum);
            }
        });
        return counts;
    }
}
