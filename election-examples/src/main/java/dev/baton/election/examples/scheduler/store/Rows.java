package dev.baton.election.examples.scheduler.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Statements and rows in terms of Java's values. */
final class Rows {

    /** Reads one row. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private Rows() {}

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    static <T> List<T> query(Connection connection, Reader<T> reader, String sql, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<T> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
            }
            return List.copyOf(found);
        }
    }

    static Optional<Instant> instant(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Optional<?> optional) {
                value = optional.isPresent() ? optional.get() : new Null(java.sql.Types.BIGINT);
            } else if (value instanceof OptionalInt number) {
                value = number.isPresent() ? number.getAsInt() : new Null(java.sql.Types.INTEGER);
            }
            if (value instanceof Instant instant) {
                statement.setLong(i + 1, instant.toEpochMilli());
            } else if (value instanceof Null absent) {
                statement.setNull(i + 1, absent.type());
            } else {
                statement.setObject(i + 1, value);
            }
        }
    }

    private record Null(int type) {}
}
