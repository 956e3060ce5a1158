package dev.tenure.benchmarks;

import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;

/** Prints how long each call of the store takes on PostgreSQL. */
final class PostgresCosts {
    private PostgresCosts() {}

    public static void main(String[] arguments) throws Exception {
        try (PostgresServer server = new PostgresServer();
                LeaseStore store = Stores.open(server.uri())) {
            Percentiles.printHead("PostgreSQL, fsync on, one machine");
            Rounds.timed(5, 50, number -> open(server.uri())).print("open and first call, tables there");
            StoreCosts.print(store);
        }
    }

    private static void open(String uri) {
        try (LeaseStore opened = Stores.open(uri)) {
            opened.inspect("a", StoreCosts.soon());
        }
    }
}
