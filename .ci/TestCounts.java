import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads Surefire's and Failsafe's reports below a directory and prints their counts, module by module and in total, and
 * the names of the tests that were skipped, with the reason. Run as {@code java TestCounts.java DIRECTORY}.
 *
 * <p>Ends with status 1 if a test failed or none ran.
 */
final class TestCounts {
    private static final List<String> REPORTS = List.of("surefire-reports", "failsafe-reports");

    private final DocumentBuilder xml;
    private final Map<String, Counts> perModule = new TreeMap<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    private TestCounts() throws ParserConfigurationException {
        this.xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    }

    record Counts(int run, int failures, int errors, int skipped) {
        static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts more) {
            return new Counts(
                    run + more.run, failures + more.failures, errors + more.errors, skipped + more.skipped);
        }

        /** As Maven writes it. */
        @Override
        public String toString() {
            return "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d".formatted(run, failures, errors, skipped);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        TestCounts counts = new TestCounts();
        try (Stream<Path> modules = Files.walk(root, 2)) {
            for (Path target : modules.filter(path -> path.endsWith("target")).sorted().toList()) {
                counts.addModule(root.relativize(target.getParent()).toString(), target);
            }
        }
        System.exit(counts.print() ? 0 : 1);
    }

    private void addModule(String module, Path target) throws IOException, SAXException {
        for (String reports : REPORTS) {
            Path directory = target.resolve(reports);
            if (Files.isDirectory(directory)) {
                try (Stream<Path> files = Files.list(directory)) {
                    for (Path file : files.filter(TestCounts::isReport).sorted().toList()) {
                        add(module + " (" + reports.replace("-reports", "") + ")", file);
                    }
                }
            }
        }
    }

    private static boolean isReport(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("TEST-") && name.endsWith(".xml");
    }

    private void add(String module, Path file) throws IOException, SAXException {
        Element suite = xml.parse(file.toFile()).getDocumentElement();
        perModule.merge(
                module,
                new Counts(
                        number(suite, "tests"),
                        number(suite, "failures"),
                        number(suite, "errors"),
                        number(suite, "skipped")),
                Counts::plus);
        NodeList tests = suite.getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            String name = test.getAttribute("classname") + "." + test.getAttribute("name");
            reason(test, "skipped").forEach(why -> skipped.add(name + ": " + why));
            Stream.of("failure", "error")
                    .flatMap(kind -> reason(test, kind))
                    .forEach(why -> failed.add(name + ": " + why.lines().findFirst().orElse("")));
        }
    }

    private static Stream<String> reason(Element test, String kind) {
        NodeList found = test.getElementsByTagName(kind);
        return found.getLength() == 0
                ? Stream.empty()
                : Stream.of(((Element) found.item(0)).getAttribute("message"));
    }

    private static int number(Element suite, String attribute) {
        return Integer.parseInt(suite.getAttribute(attribute));
    }

    /** Whether tests ran and none failed. */
    private boolean print() {
        Counts total = perModule.values().stream().reduce(Counts.NONE, Counts::plus);
        printNames("Did not run:", skipped);
        printNames("Failed:", failed);
        System.out.println();
        perModule.forEach((module, counts) -> System.out.printf("%-36s %s%n", module, counts));
        System.out.println();
        if (total.run() == total.skipped()) {
            System.out.println("Not a single test ran, which proves nothing.");
        }
        System.out.println(total);
        return total.run() > total.skipped() && total.failures() == 0 && total.errors() == 0;
    }

    private static void printNames(String title, List<String> names) {
        if (!names.isEmpty()) {
            System.out.println();
            System.out.println(title);
            names.forEach(name -> System.out.println("  " + name));
        }
    }
}
