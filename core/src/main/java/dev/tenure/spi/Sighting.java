package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a store shows of an election when it is read. A sighting is a fact about the record, never a judgement. */
public sealed interface Sighting {

    /** Returns the store's own mark of the record that was read; empty for {@link Never}. */
    String version();

    /** Returns the highest token the record knows of, 0 where it knows none. */
    long lastToken();

    /**
     * Returns the token of the released term that the shown one took over, or 0: no release is known to have let it in.
     */
    default long follows() {
        return 0;
    }

    /** There is no record and no trace of one. */
    record Never() implements Sighting {
        @Override
        public String version() {
            return "";
        }

        @Override
        public long lastToken() {
            return 0;
        }
    }

    /**
     * The last term was released: the mark of it is in the record.
     *
     * @param lastToken the token of the released term
     * @param follows the token of the released term that this one took over, as in {@link Lease#follows()}, or 0
     * @param reservation who may claim first, or null for anyone
     * @param version the store's own mark of the record
     */
    record Released(long lastToken, long follows, @Nullable Reservation reservation, String version)
            implements Sighting {
        public Released {
            requireNonNull(version, "version");
        }

        /** Returns the mark that a release of the lease writes, without a version. */
        public static Released of(Lease lease, @Nullable Reservation reservation) {
            return new Released(lease.token(), lease.follows(), reservation, "");
        }
    }

    /**
     * A lease is written and not released. It may have run out long ago: that is for others to judge.
     *
     * @param lease the lease as last written
     * @param remainingTime what the store's clock says of it, or null where the store has none
     */
    record Held(Lease lease, @Nullable RemainingTime remainingTime) implements Sighting {
        public Held {
            requireNonNull(lease, "lease");
        }

        @Override
        public String version() {
            return lease.version();
        }

        @Override
        public long lastToken() {
            return lease.token();
        }

        @Override
        public long follows() {
            return lease.follows();
        }
    }

    /**
     * There is something, but it says neither held nor released: corrupt, foreign, or only a trace of an earlier term.
     *
     * @param problem what is wrong with it, for people to read
     * @param lastToken the highest token that could still be read from it, or 0
     * @param version the store's own mark of the record
     * @param ttl how long a lease that it is the trace of may last at most, zero if that is not known; it is waited out
     *     for no less than the candidate's own
     */
    record Unreadable(String problem, long lastToken, String version, Duration ttl) implements Sighting {
        public Unreadable {
            requireNonNull(problem, "problem");
            requireNonNull(version, "version");
            requireNonNull(ttl, "ttl");
        }

        /** Makes a sighting that tells nothing of how long its lease may last. */
        public Unreadable(String problem, long lastToken, String version) {
            this(problem, lastToken, version, Duration.ZERO);
        }
    }
}
