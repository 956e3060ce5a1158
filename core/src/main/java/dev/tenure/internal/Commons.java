package dev.tenure.internal;

import dev.tenure.spi.LeaseStore;
import java.util.Random;
import java.util.function.Supplier;

/**
 * What all elections of one candidate share.
 *
 * @param store where they are kept
 * @param loop where everything is decided
 * @param relayPool where listeners are told
 * @param registrar what keeps the rosters
 * @param journal what writes the log
 * @param historian what writes the history
 * @param renewals how leases are renewed
 * @param preference who comes before whom
 * @param random for jitter
 */
record Commons(
        LeaseStore store,
        EventLoop loop,
        ElasticPool relayPool,
        Registrar registrar,
        Journal journal,
        Historian historian,
        Renewals renewals,
        Supplier<Preference> preference,
        Random random) {}
