package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ServiceClock;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/** Leases as items of a table: what is written on what condition, and what is read in which order. Thread-safe. */
final class Leases {
    private static final long SECOND = 1_000;
    private static final int TOKEN_TRIES = 3;

    private final Table table;
    private final ServiceClock clock;
    private final ShardcoordinatorLocks foreignLocks;
    private final TimeSource time;

    /** The token's items that said a lease was held when the last look found no lock. */
    private final Map<String, Item> heldWithoutLock = new ConcurrentHashMap<>();

    Leases(Table table, ShardcoordinatorLocks foreignLocks, TimeSource time) {
        this.table = table;
        this.clock = table.clock();
        this.foreignLocks = foreignLocks;
        this.time = time;
    }

    /**
     * Writes both items in one transaction, on condition that the judged one is as it was judged, and that the token is
     * the one it is counted on from. Only the latter is looked up and tried again: nothing was written, and no lease
     * was judged by it.
     */
    Answer claim(Ballot ballot, Deadline deadline) {
        Sighting replacing = ballot.condition().replacing();
        if (replacing == null
                || (replacing instanceof Sighting.Held && !ballot.condition().waitedOut())) {
            throw new IllegalArgumentException(
                    "the dynamodb store has no clock: a claim must name what it replaces, and" + " have waited it out");
        }
        if (clock.isDoubtful()) {
            table.read(
                    ballot.election(), Attributes.LOCK, deadline); // for its date: the end of the lease is stated by it
        }
        ItemVersion judged = ItemVersion.parse(replacing.version());
        boolean judgedLock = judged != null && judged.sortKey().equals(Attributes.LOCK);
        ItemVersion lock = judged != null && judgedLock ? judged : ItemVersion.absent(Attributes.LOCK);
        ItemVersion token = judged == null
                ? ItemVersion.absent(Attributes.TOKEN)
                : judgedLock ? TokenItem.heldMark(replacing.lastToken()) : judged;
        for (int tries = 0; tries < TOKEN_TRIES; tries++) {
            Lease lease = LockItem.kept(asked(ballot, replacing, token.token()));
            long end = end(lease);
            Table.Pair refused = table.write(
                    "claiming " + ballot.election(),
                    Table.Change.put(LockItem.of(lease, end), lock.condition()),
                    Table.Change.put(TokenItem.held(lease, lease.token()), token.condition()),
                    deadline);
            if (refused == null) {
                return new Answer.Granted(
                        lease.withVersion(LockItem.mark(lease, end).version()));
            }
            if (refused.lock().isPresent() || !judgedLock) {
                return new Answer.Refused(found(ballot.election(), refused.lock(), deadline));
            }
            token = ItemVersion.of(Attributes.TOKEN, refused.token().orElse(Item.ABSENT));
        }
        throw restless("claiming " + ballot.election());
    }

    /**
     * Returns the lease that a claim asks for. Its token is above the kept one, too, which may have been found after
     * the record was judged; but what it follows is decided by the judged record alone.
     */
    private Lease asked(Ballot ballot, Sighting judged, long keptToken) {
        ClaimCondition given = ballot.condition();
        ClaimCondition condition =
                new ClaimCondition(judged, given.waitedOut(), Math.max(given.highestToken(), keptToken));
        Ballot counted = new Ballot(ballot.election(), ballot.candidate(), ballot.ttl(), ballot.stamp(), condition);
        return counted.grant(judged, time.wallMillis() * SECOND, "");
    }

    /**
     * Writes the lock item alone, on condition that it is the very write that is held; the token's, too, if the ttl
     * becomes longer, for those who find it without the lock. The stated end never goes back.
     */
    Renewal renew(RenewalRequest extension, Deadline deadline) {
        Lease held = extension.held();
        Lease next = LockItem.kept(extension.next());
        ItemVersion version = ItemVersion.parse(held.version());
        long lastEnd = version == null ? 0 : version.number(Attributes.END);
        long end = Math.max(lastEnd, end(next));
        String doing = "renewing " + next.election();
        ItemCondition isHeld = LockItem.mark(held, lastEnd).condition();
        Optional<Item> refused = next.ttl().compareTo(held.ttl()) > 0
                ? writeBoth(
                        doing,
                        Table.Change.put(LockItem.of(next, end), isHeld),
                        next.token(),
                        token -> TokenItem.held(next, token),
                        deadline)
                : table.update(
                        doing,
                        LockItem.renewed(Item.of(next.election(), Attributes.LOCK), next, end),
                        isHeld,
                        deadline);
        return refused.isEmpty()
                ? new Renewal.Renewed(next.withVersion(LockItem.mark(next, end).version()))
                : new Renewal.Refused(found(next.election(), refused, deadline));
    }

    /** Deletes the lock item and marks the term as released, in one transaction; or neither, if it is over already. */
    void release(Lease lease, Handover to, Deadline deadline) {
        writeBoth(
                "releasing " + lease.election(),
                Table.Change.delete(Item.of(lease.election(), Attributes.LOCK), LockItem.ofTerm(lease)),
                lease.token(),
                token -> TokenItem.released(lease, token, to),
                deadline);
    }

    /**
     * Changes the lock of a term that is held, and writes its token's item with it. While the lock is of this term, no
     * other term has begun: if the token's item says otherwise, somebody changed it, and it is replaced without going
     * back behind the token it names.
     *
     * @return empty, or the lock that did not fulfil its condition
     */
    private Optional<Item> writeBoth(
            String doing, Table.Change lock, long term, LongFunction<Item> tokenItem, Deadline deadline) {
        ItemCondition condition = TokenItem.ofTerm(term);
        long token = term;
        for (int tries = 0; tries < TOKEN_TRIES; tries++) {
            Table.Pair refused =
                    table.write(doing, lock, Table.Change.put(tokenItem.apply(token), condition), deadline);
            if (refused == null || refused.lock().isPresent()) {
                return refused == null ? Optional.empty() : refused.lock();
            }
            Item found = refused.token().orElse(Item.ABSENT);
            condition = ItemVersion.of(Attributes.TOKEN, found).condition();
            token = Math.max(term, found.tokenOrZero());
        }
        throw restless(doing);
    }

    private static StoreException restless(String doing) {
        return new StoreException(
                Kind.UNREACHABLE, doing + " failed: its token changed " + TOKEN_TRIES + " times meanwhile");
    }

    /**
     * Reads the lock item, and the token's only where that is not enough. Two reads are no snapshot: where the second
     * says that a lease is held which the first did not show, both are read again until the token's is the same before
     * and after. That may be in a later call: on a slow table there is no time for four reads in one.
     */
    Sighting inspect(String election, Deadline deadline) {
        while (true) {
            Item lock = table.read(election, Attributes.LOCK, deadline);
            if (!lock.isAbsent()) {
                heldWithoutLock.remove(election);
                return shown(election, lock, deadline);
            }
            Item token = table.read(election, Attributes.TOKEN, deadline);
            if (!TokenItem.isHeld(token) || token.equals(heldWithoutLock.put(election, token))) {
                return TokenItem.alone(token);
            }
        }
    }

    /** Returns what refused a write: the lock item that came with the refusal, or else what a look shows. */
    private Sighting found(String election, Optional<Item> lock, Deadline deadline) {
        Item item = lock.orElse(Item.ABSENT);
        return item.isAbsent() ? inspect(election, deadline) : shown(election, item, deadline);
    }

    /** What says nothing of a ttl may hide a lease that goes on, for as long as its token's item says. */
    private Sighting shown(String election, Item lock, Deadline deadline) {
        if (LockItem.isForeign(lock)) {
            return foreignLocks.shown(election, lock, table.read(election, Attributes.TOKEN, deadline));
        }
        try {
            return new Sighting.Held(LockItem.read(election, lock), null);
        } catch (UnreadableRecordException e) {
            Item token = table.read(election, Attributes.TOKEN, deadline);
            return new Sighting.Unreadable(
                    Attributes.LOCK + " item: " + e.problem(),
                    Math.max(lock.tokenOrZero(), token.tokenOrZero()),
                    ItemVersion.of(Attributes.LOCK, lock).version(),
                    ShardcoordinatorLocks.greater(lock.ttlOrZero(), token.ttlOrZero()));
        }
    }

    /** Returns the second the lease ends at the latest, by DynamoDB's clock: nobody there may think it ended sooner. */
    private long end(Lease lease) {
        return Math.floorDiv(clock.atMostMillis() + lease.ttl().toMillis() + SECOND - 1, SECOND);
    }
}
