package dev.baton.election.internal.simulation;

import dev.baton.election.internal.machine.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.slf4j.LoggerFactory;

/** Loads the whole simulation anew, with one bug in it: the classes with the bug are compiled in memory. */
final class MutantLoader extends ClassLoader {

    private static final String OURS = "dev.baton.election.internal.";

    private final Map<String, ByteArrayOutputStream> mutated = new HashMap<>();

    MutantLoader(Mutant mutant) {
        super(MutantLoader.class.getClassLoader());
        compile(mutant);
    }

    /** Runs seeds in the world with the bug. */
    LongFunction<String> trial() throws ReflectiveOperationException {
        return load("Trial");
    }

    /** Reports seeds that break a rule in the world with the bug. */
    LongFunction<String> report() throws ReflectiveOperationException {
        return load("Report");
    }

    @SuppressWarnings("unchecked")
    private LongFunction<String> load(String name) throws ReflectiveOperationException {
        return (LongFunction<String>)
                loadClass(OURS + "simulation." + name).getConstructor().newInstance();
    }

    private void compile(Mutant mutant) {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        List<Source> sources = mutant.edits().stream()
                .map(Mutant.Edit::file)
                .distinct()
                .map(file -> new Source(file, mutant.source(file)))
                .toList();
        String classPath = Stream.of(State.class, Simulation.class, LoggerFactory.class)
                .map(each ->
                        each.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(java.io.File.pathSeparator));
        List<String> options = List.of("-proc:none", "-nowarn", "-implicit:none", "-classpath", classPath);
        JavaFileManager files = new InMemory(compiler.getStandardFileManager(null, null, null));
        if (!compiler.getTask(null, files, null, options, null, sources).call()) {
            throw new IllegalStateException("the mutant '" + mutant.name() + "' does not compile");
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        ByteArrayOutputStream own = mutated.get(name);
        try (InputStream original = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (own == null && original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = own != null
                    ? own.toByteArray()
                    : Objects.requireNonNull(original).readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + OURS.replace('.', '/') + file + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        InMemory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            mutated.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
