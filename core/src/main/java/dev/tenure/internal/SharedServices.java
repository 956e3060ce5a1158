package dev.tenure.internal;

import dev.tenure.internal.events.EventLog;
import dev.tenure.internal.events.HistoryWriter;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.SuccessorOrder;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.StoreRounds;
import dev.tenure.internal.runtime.TaskPool;
import dev.tenure.spi.LeaseStore;
import java.util.Random;
import java.util.function.Supplier;

/**
 * What all elections of one candidate share.
 *
 * @param store where they are kept
 * @param loop where everything is decided
 * @param relayPool where listeners are told
 * @param rosterSync what keeps the rosters
 * @param eventLog what writes the log
 * @param historyWriter what writes the history
 * @param rounds what calls the store for them
 * @param preference who comes before whom
 * @param random for jitter
 */
record SharedServices(
        LeaseStore store,
        EventLoop loop,
        TaskPool relayPool,
        RosterSync rosterSync,
        EventLog eventLog,
        HistoryWriter historyWriter,
        StoreRounds rounds,
        Supplier<SuccessorOrder> preference,
        Random random) {}
