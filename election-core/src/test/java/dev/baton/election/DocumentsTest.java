package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show and promise is there: code compiles, links lead somewhere, tests that are named exist. */
class DocumentsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)?(#[^)]*)?\\)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT))(?:#(\\w+))?`");

    /** What the README's code stands in. */
    private static final String README = """
            import dev.baton.election.*;
            abstract class Shown {
                interface Invoices { void chargeUnder(FencingToken token); byte[] next(); }
                abstract void route(String id);
                abstract void park();
                void shown(org.apache.curator.framework.CuratorFramework curator, Invoices invoices)
                        throws InterruptedException { %s }}
            """;

    /** What the code of docs/fencing.md stands in. */
    private static final String FENCING = """
            import dev.baton.election.*;
            import dev.baton.election.fencing.*;
            import java.nio.file.*;
            import java.util.Optional;
            abstract class Shown {
                interface Request { String header(String name); }
                interface Disk { Object write(byte[] body); }
                Leadership term; TokenGate gate; java.sql.Connection connection;
                org.apache.curator.framework.CuratorFramework otherClient;
                Path ledger; String line; byte[] bytes, body; Request request; Disk disk;
                abstract Object answer(int status, String text);
                Object shown() throws Exception { if (true) { %s } return null; }}
            """;

    @TempDir
    private Path output;

    @Test
    void codeOfTheReadmeCompiles() throws IOException {
        List<String> blocks = matches(JAVA, read("README.md"), 1);
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(2);
        for (String block : blocks) {
            assertThat(errorsOf(README, block)).as(block).isEmpty();
        }
    }

    @Test
    void codeOfTheFencingGuideCompiles() throws IOException {
        List<String> blocks = matches(JAVA, read("docs/fencing.md"), 1);
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        for (String block : blocks) {
            assertThat(errorsOf(FENCING, block)).as(block).isEmpty();
        }
    }

    @Test
    void linksOfTheDocumentsLeadSomewhere() throws IOException {
        for (Path document : documents()) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                assertLeadsSomewhere(document, link.group(1), link.group(2));
            }
        }
    }

    @Test
    void everyTestThatTheDocumentsNameExists() throws IOException {
        for (Path document : documents()) {
            Matcher named = TEST.matcher(Files.readString(document));
            while (named.find()) {
                String source = sourceOf(named.group(1));
                assertThat(source).as("%s names %s", document, named.group()).isNotEmpty();
                if (named.group(2) != null) {
                    assertThat(source)
                            .as("%s names %s", document, named.group())
                            .contains("void " + named.group(2) + "(");
                }
            }
        }
    }

    private static void assertLeadsSomewhere(Path document, String target, String anchor) throws IOException {
        if (target != null && target.contains("://")) {
            return;
        }
        Path file = target == null ? document : document.resolveSibling(target).normalize();
        assertThat(file).as("linked from %s", document).exists();
        if (anchor != null && file.toString().endsWith(".md")) {
            assertThat(anchorsOf(file)).as("linked from %s", document).contains(anchor.substring(1));
        }
    }

    private static List<String> anchorsOf(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase()
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static String sourceOf(String simpleName) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> found = files.filter(file -> file.endsWith(simpleName + ".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
            return found.isEmpty() ? "" : Files.readString(found.get(0));
        }
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(docs, top)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static String read(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    private static List<String> matches(Pattern pattern, String text, int group) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(group));
        }
        return found;
    }

    private String errorsOf(String context, String block) {
        String source = context.formatted(block);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Shown.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        StringWriter errors = new StringWriter();
        List<String> options = List.of(
                "-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "--release", "17");
        compiler.getTask(errors, null, null, options, null, List.of(file)).call();
        return errors.toString();
    }
}
