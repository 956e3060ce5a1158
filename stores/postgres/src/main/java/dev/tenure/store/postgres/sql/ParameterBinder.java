package dev.tenure.store.postgres.sql;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sets the parameters of a statement, in their order. */
public final class ParameterBinder {
    private final PreparedStatement statement;
    private int last;

    public ParameterBinder(PreparedStatement statement) {
        this.statement = statement;
    }

    public ParameterBinder text(@Nullable String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    public ParameterBinder number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    public ParameterBinder flag(boolean value) throws SQLException {
        statement.setBoolean(++last, value);
        return this;
    }

    /** Sets a time, cut to microseconds. */
    public ParameterBinder time(Instant value) throws SQLException {
        statement.setObject(++last, utc(value));
        return this;
    }

    /** Returns the time in UTC; the driver's value for infinity, which rows edited by hand may hold, stays as it is. */
    public static OffsetDateTime utc(Instant value) {
        if (value.equals(OffsetDateTime.MAX.toInstant())) {
            return OffsetDateTime.MAX;
        }
        if (value.equals(OffsetDateTime.MIN.toInstant())) {
            return OffsetDateTime.MIN;
        }
        return value.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    }

    /** Sets a duration in microseconds, at least one. */
    public ParameterBinder length(@Nullable Duration value) throws SQLException {
        if (value == null) {
            statement.setNull(++last, Types.BIGINT);
            return this;
        }
        return number(micros(value));
    }

    /** Binds one column of many rows, as an array of the given type. */
    public <T> ParameterBinder column(String type, Collection<T> rows, Function<T, @Nullable Object> value)
            throws SQLException {
        Array array = statement
                .getConnection()
                .createArrayOf(type, rows.stream().map(value).toArray());
        statement.setArray(++last, array);
        return this;
    }

    public static long micros(Duration value) {
        return Math.max(1, value.toNanos() / 1_000);
    }
}
