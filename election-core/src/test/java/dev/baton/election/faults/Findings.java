package dev.baton.election.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives a test its finding, and keeps it below {@code target} when the test has passed. */
final class Findings implements ParameterResolver, AfterTestExecutionCallback {

    static final Path DIRECTORY = Path.of("target", "faults");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Finding.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return store(test).computeIfAbsent(Finding.class, key -> new Finding(), Finding.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext test) throws IOException {
        Finding finding = store(test).get(Finding.class, Finding.class);
        if (finding == null || test.getExecutionException().isPresent()) {
            return;
        }
        String id = test.getRequiredTestMethod().getAnnotation(Fault.class).id();
        Files.createDirectories(DIRECTORY);
        Files.write(DIRECTORY.resolve(id), List.of(finding.baton(), finding.rival()));
        if (Boolean.getBoolean("faults.update")) {
            FaultTable.update();
        }
    }

    private static ExtensionContext.Store store(ExtensionContext test) {
        return test.getStore(ExtensionContext.Namespace.create(Findings.class, test.getRequiredTestMethod()));
    }
}
