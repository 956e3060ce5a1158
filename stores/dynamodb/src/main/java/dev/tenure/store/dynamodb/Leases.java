package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.LockExpiry;
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
import dev.tenure.store.support.LeaseCalls;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Claims, renews, releases and reads leases as items of a table. Thread-safe. */
final class Leases implements LeaseCalls {
    private static final long SECOND = 1_000;
    private static final int TOKEN_TRIES = 3;

    private final Table table;
    private final ServiceClock clock;
    private final ShardcoordinatorLocks foreignLocks;
    private final TimeSource time;
    private final boolean hasSuccession;

    /** The token's items that showed a held lease when the last read found no lock. */
    private final Map<String, Item> heldWithoutLock = new ConcurrentHashMap<>();

    /** Creates access to leases; {@code hasSuccession} says whether a released one is granted without a look. */
    Leases(Table table, ShardcoordinatorLocks foreignLocks, TimeSource time, boolean hasSuccession) {
        this.hasSuccession = hasSuccession;
        this.table = table;
        this.clock = table.clock();
        this.foreignLocks = foreignLocks;
        this.time = time;
    }

    /**
     * Writes both items in one transaction, on condition that the judged item did not change, and that the token's item
     * has the token that the new one is computed from. Only the token's item is read and tried again: nothing was
     * written, and no lease was judged by it.
     */
    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        if (ballot.condition().requiresRelease() && hasSuccession) {
            return claimAfterRelease(ballot, deadline);
        }
        Sighting replacing = ballot.condition().replacing();
        if (replacing == null
                || (replacing instanceof Sighting.Held && !ballot.condition().waitedOut())) {
            throw new IllegalArgumentException(
                    "the dynamodb store has no clock: a claim must name what it replaces, and" + " have waited it out");
        }
        setClock(ballot.election(), deadline);
        ItemVersion judged = ItemVersion.parse(replacing.version());
        boolean judgedLock = judged != null && judged.sortKey().equals(Attributes.LOCK);
        ItemVersion lock = judged != null && judgedLock ? judged : ItemVersion.absent(Attributes.LOCK);
        ItemVersion token = judged == null
                ? ItemVersion.absent(Attributes.TOKEN)
                : judgedLock ? TokenItem.heldMark(replacing.lastToken()) : judged;
        for (int tries = 0; tries < TOKEN_TRIES; tries++) {
            Lease lease = LockItem.kept(asked(ballot, replacing, token.token()));
            long end = end(lease);
            Table.Pair refused = write(lease, end, lock.condition(), token.condition(), deadline);
            if (refused == null) {
                return granted(lease, end);
            }
            if (refused.lock().isPresent() || !judgedLock) {
                return new Answer.Refused(found(ballot.election(), refused.lock(), deadline));
            }
            token = ItemVersion.of(Attributes.TOKEN, refused.token().orElse(Item.ABSENT));
        }
        throw restless("claiming " + ballot.election());
    }

    /**
     * Claims without a look, on condition that there is no lock, and that the very term with the highest seen token was
     * released. What refuses the claim is read.
     */
    private Answer claimAfterRelease(Ballot ballot, Deadline deadline) {
        long released = ballot.condition().highestToken();
        if (released <= 0) {
            return new Answer.Refused(inspect(ballot.election(), deadline));
        }
        setClock(ballot.election(), deadline);
        Lease asked = ballot.grant(new Sighting.Released(released, 0, null, ""), time.wallMillis() * SECOND, "");
        Lease lease = LockItem.kept(asked);
        long end = end(lease);
        ItemCondition isReleased = TokenItem.releasedTo(ballot.candidate().instance(), released);
        Table.Pair refused = write(lease, end, ItemCondition.absent(), isReleased, deadline);
        return refused == null
                ? granted(lease, end)
                : new Answer.Refused(found(ballot.election(), refused.lock(), deadline));
    }

    /**
     * Reads the lock if the clock is doubtful, for the date of the answer: the end of the lease is computed from it.
     */
    private void setClock(String election, Deadline deadline) {
        if (clock.isDoubtful()) {
            table.read(election, Attributes.LOCK, deadline);
        }
    }

    private Table.@Nullable Pair write(
            Lease lease, long end, ItemCondition lock, ItemCondition token, Deadline deadline) {
        return table.write(
                "claiming " + lease.election(),
                Table.Change.put(LockItem.of(lease, end), lock),
                Table.Change.put(TokenItem.held(lease, lease.token()), token),
                deadline);
    }

    private static Answer granted(Lease lease, long end) {
        return new Answer.Granted(lease.withVersion(LockItem.mark(lease, end).version()));
    }

    /**
     * Returns the lease that a claim asks for. Its token is also above the kept one, which may have been found after
     * the record was judged; but only the judged record decides which term it follows.
     */
    private Lease asked(Ballot ballot, Sighting judged, long keptToken) {
        ClaimCondition given = ballot.condition();
        ClaimCondition condition =
                new ClaimCondition(judged, given.waitedOut(), Math.max(given.highestToken(), keptToken));
        Ballot counted = new Ballot(ballot.election(), ballot.candidate(), ballot.ttl(), ballot.stamp(), condition);
        return counted.grant(judged, time.wallMillis() * SECOND, "");
    }

    /**
     * Writes the lock item alone, on condition that it is exactly the held write. If the ttl becomes longer, writes the
     * token's item as well, for candidates that find it without the lock. The stated end never goes back.
     */
    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
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

    /** Deletes the lock item and marks the term as released, in one transaction; does neither if the term is over. */
    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        writeBoth(
                "releasing " + lease.election(),
                Table.Change.delete(Item.of(lease.election(), Attributes.LOCK), LockItem.ofTerm(lease)),
                lease.token(),
                token -> TokenItem.released(lease, token, to),
                deadline);
    }

    /**
     * Changes the lock of a held term together with its token's item. While the lock is of this term, no other term has
     * begun: if the token's item says otherwise, a person changed it. It is then replaced, with a token no lower than
     * the one it names.
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
     * Reads the lock item, and the token's item only if needed. Two reads are no snapshot: if the second shows a held
     * lease that the first did not, both are read again until the token's item is the same before and after. That may
     * be in a later call: on a slow table there is no time for four reads in one.
     */
    @Override
    public Sighting inspect(String election, Deadline deadline) {
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

    /** Returns the sighting that refused a write: of the lock item in the refusal, or else by a read. */
    private Sighting found(String election, Optional<Item> lock, Deadline deadline) {
        Item item = lock.orElse(Item.ABSENT);
        return item.isAbsent() ? inspect(election, deadline) : shown(election, item, deadline);
    }

    /**
     * Returns the sighting of a lock. A lock without a readable ttl may hide a lease that goes on for the ttl in the
     * token's item.
     */
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
                    LockExpiry.longer(lock.ttlOrZero(), token.ttlOrZero()));
        }
    }

    /**
     * Returns the latest second at which the lease ends by DynamoDB's clock, so that a reader of the date never takes
     * it for ended too early.
     */
    private long end(Lease lease) {
        return Math.floorDiv(clock.atMostMillis() + lease.ttl().toMillis() + SECOND - 1, SECOND);
    }
}
