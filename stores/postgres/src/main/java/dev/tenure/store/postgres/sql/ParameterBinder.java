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

/** Fills in the parameters of a statement, in the order they stand in it. */
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

    /** What is finer than a microsecond is cut off. */
    public ParameterBinder time(Instant value) throws SQLException {
        statement.setObject(++last, utc(value));
        return this;
    }

    /** The driver's word for infinity, which rows changed by hand may hold, is kept as it is. */
    public static OffsetDateTime utc(Instant value) {
        if (value.equals(OffsetDateTime.MAX.toInstant())) {
            return OffsetDateTime.MAX;
        }
        if (value.equals(OffsetDateTime.MIN.toInstant())) {
            return OffsetDateTime.MIN;
        }
        return value.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    }

    /** As microseconds; what is finer is cut off, but nothing becomes zero. */
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
