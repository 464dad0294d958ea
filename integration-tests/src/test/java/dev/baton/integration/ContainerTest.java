package dev.baton.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks a class of tests that run containers.
 *
 * <p>Without a Docker engine they are skipped, or fail with {@code -Dbaton.docker=required}; with {@code
 * -Dbaton.docker=off} they are skipped in any case.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ContainerTest.Condition.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@interface ContainerTest {

    /** Decides for a class whether it runs. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String wish = System.getProperty("baton.docker", "auto");
            String name = context.getRequiredTestClass().getSimpleName();
            return switch (wish) {
                case "off" ->
                    ConditionEvaluationResult.disabled(name + " needs Docker: switched off by -Dbaton.docker");
                case "auto" ->
                    DockerEngine.found().isPresent()
                            ? ConditionEvaluationResult.enabled("a Docker engine answers")
                            : ConditionEvaluationResult.disabled(
                                    name + " needs Docker: no engine answers at DOCKER_HOST or the usual sockets");
                case "required" -> {
                    if (DockerEngine.found().isEmpty()) {
                        throw new IllegalStateException(
                                name + " needs Docker: no engine answers, but -Dbaton.docker=required");
                    }
                    yield ConditionEvaluationResult.enabled("a Docker engine answers");
                }
                default ->
                    throw new IllegalArgumentException(
                            "-Dbaton.docker is '" + wish + "', but must be auto, required or off");
            };
        }
    }
}
