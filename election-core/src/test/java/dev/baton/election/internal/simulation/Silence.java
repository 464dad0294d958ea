package dev.baton.election.internal.simulation;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLogger;
import org.slf4j.simple.SimpleLoggerFactory;

/** Keeps the loop's log quiet for a while: a million lines help nobody, and cost more than all else. */
final class Silence implements AutoCloseable {

    private static final int OFF = 50;
    private static final String OURS = "dev.baton.election.internal";

    private final Field level = field(SimpleLogger.class, "currentLogLevel");
    private final Map<Logger, Integer> before = new LinkedHashMap<>();

    Silence() throws ReflectiveOperationException {
        Simulation.run(Plan.of(0), false); // loads every class that logs
        Map<?, ?> all =
                (Map<?, ?>) field(SimpleLoggerFactory.class, "loggerMap").get(LoggerFactory.getILoggerFactory());
        for (Object each : all.values()) {
            Logger logger = (Logger) each;
            if (logger.getName().startsWith(OURS)) {
                before.put(logger, level.getInt(logger));
                level.setInt(logger, OFF);
            }
        }
    }

    private static Field field(Class<?> of, String name) {
        try {
            Field field = of.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException other) {
            throw new IllegalStateException("another slf4j-simple than expected", other);
        }
    }

    @Override
    public void close() throws ReflectiveOperationException {
        for (Map.Entry<Logger, Integer> each : before.entrySet()) {
            level.setInt(each.getKey(), each.getValue());
        }
    }
}
