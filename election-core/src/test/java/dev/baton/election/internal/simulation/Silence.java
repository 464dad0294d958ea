package dev.baton.election.internal.simulation;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLogger;

/** Keeps the loop's log quiet for a while: a million lines help nobody, and cost more than all else. */
final class Silence implements AutoCloseable {

    private static final int OFF = 50;

    private final Field level;
    private final Map<Logger, Integer> before = new LinkedHashMap<>();

    Silence() throws ReflectiveOperationException {
        level = SimpleLogger.class.getDeclaredField("currentLogLevel");
        level.setAccessible(true);
        for (String name : List.of("ElectionDriver", "Troubles", "HealthWatch", "ElectionLoop")) {
            Logger logger = LoggerFactory.getLogger("dev.baton.election.internal.loop." + name);
            before.put(logger, level.getInt(logger));
            level.setInt(logger, OFF);
        }
    }

    @Override
    public void close() throws ReflectiveOperationException {
        for (Map.Entry<Logger, Integer> each : before.entrySet()) {
            level.setInt(each.getKey(), each.getValue());
        }
    }
}
