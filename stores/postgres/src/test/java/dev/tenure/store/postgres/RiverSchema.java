package dev.tenure.store.postgres;

import dev.tenure.store.postgres.sql.SqlNames;
import java.time.Duration;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** A schema that contains only River's table, as River's migrations 002 and 004 leave it. */
final class RiverSchema {
    private final String name;

    private RiverSchema(String name) {
        this.name = name;
    }

    static RiverSchema create() {
        return create(TestServer.newSchema());
    }

    static RiverSchema create(String name) {
        RiverSchema schema = new RiverSchema(name);
        TestServer.run("CREATE SCHEMA " + SqlNames.quoted(name));
        TestServer.run("CREATE UNLOGGED TABLE " + schema.table()
                + " (elected_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, leader_id text NOT NULL,"
                + " name text PRIMARY KEY DEFAULT 'default',"
                + " CONSTRAINT name_length CHECK (name = 'default'),"
                + " CONSTRAINT leader_id_length CHECK (char_length(leader_id) > 0 AND char_length(leader_id) < 128))");
        schema.giveClock();
        return schema;
    }

    /**
     * Makes a clock that the test can set, of the names of the server's own two. Who connects by {@link #source} finds
     * these first.
     */
    private void giveClock() {
        String prefix = SqlNames.quoted(name) + ".";
        TestServer.run("CREATE TABLE " + prefix + "shift AS SELECT interval '0 seconds' AS by");
        for (String clock : List.of("clock_timestamp", "now")) {
            TestServer.run("CREATE FUNCTION " + prefix + clock + "() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
                    + " $$SELECT pg_catalog." + clock + "() + by FROM " + prefix + "shift$$");
        }
    }

    /** Lets time pass for all who connect by {@link #source}, or steps their clock back. */
    void elapse(Duration duration) {
        TestServer.run("UPDATE " + SqlNames.quoted(name) + ".shift SET by = by + interval '" + duration.toMillis()
                + " milliseconds'");
    }

    /** Returns what opens connections for which the clock of this schema counts. */
    PGSimpleDataSource source() {
        PGSimpleDataSource source = TestServer.source();
        source.setCurrentSchema(SqlNames.quoted(name) + ",pg_catalog");
        return source;
    }

    String name() {
        return name;
    }

    String table() {
        return SqlNames.quoted(name) + ".river_leader";
    }

    RiverStoreBuilder store() {
        return RiverStore.on(source()).schema(name);
    }

    RiverClient client(String id) {
        return new RiverClient(this, id);
    }

    /** Returns what this expression is in the row, or nothing if there is no row. */
    List<String> row(String expression) {
        return TestServer.texts("SELECT " + expression + " FROM " + table());
    }

    /** Changes the row behind everybody's back. */
    void set(String assignment) {
        TestServer.run("UPDATE " + table() + " SET " + assignment);
    }

    void clear() {
        TestServer.run("DELETE FROM " + table());
    }

    /** Tells everybody on River's channel. */
    void tell(String payload) {
        TestServer.run("SELECT pg_notify(" + SqlNames.literal(name + ".river_leadership") + ", "
                + SqlNames.literal(payload) + ")");
    }
}
