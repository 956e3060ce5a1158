package dev.tenure.cli.guardian;

import dev.tenure.Identity;
import dev.tenure.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A term that a test renews, ends and takes. */
final class FakeTerm implements Term {
    private final long token;
    private volatile long untilNanos =
            System.nanoTime() + Duration.ofMinutes(10).toNanos();
    private volatile boolean ending;

    FakeTerm(long token) {
        this.token = token;
    }

    /** Asks the work of the term to finish. */
    void askToEnd() {
        ending = true;
    }

    /** Ends the term as if another had taken it. */
    void takeAway() {
        ending = true;
        untilNanos = System.nanoTime();
    }

    /** Lets trust run out after the given time, unless it is renewed. */
    FakeTerm trustedFor(Duration duration) {
        untilNanos = System.nanoTime() + duration.toNanos();
        return this;
    }

    @Override
    public String election() {
        return "demo";
    }

    @Override
    public Identity candidate() {
        return Identity.ofInstance("instance-" + token).withName("node");
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Instant since() {
        return Instant.EPOCH;
    }

    @Override
    public Instant renewed() {
        return since();
    }

    @Override
    public boolean isCurrent() {
        return untilNanos - System.nanoTime() > 0;
    }

    @Override
    public boolean isEnding() {
        return ending || !isCurrent();
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, untilNanos - System.nanoTime()));
    }

    @Override
    public void progress() {}

    @Override
    public boolean pause(Duration length) {
        return isCurrent();
    }

    @Override
    public void resign() {}

    @Override
    public void finish(String cause) {}

    @Override
    public void save(byte[] state) {
        throw new UnsupportedOperationException("keeps no baton");
    }

    @Override
    public Optional<byte[]> saved() {
        return Optional.empty();
    }
}
