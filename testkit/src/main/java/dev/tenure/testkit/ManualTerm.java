package dev.tenure.testkit;

import dev.tenure.Identity;
import dev.tenure.Term;
import dev.tenure.Timing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A term of a {@link ManualElection}: current until the test, or its own work, ends it. Thread-safe. */
final class ManualTerm implements Term {
    private final ManualStage stage;
    private final Identity candidate;
    private final long token;
    private final Instant since;
    private boolean workReturned;
    private volatile boolean announced;
    private volatile boolean over;
    private volatile @Nullable String endingFor;

    ManualTerm(ManualStage stage, Identity candidate, long token, Instant since) {
        this.stage = stage;
        this.candidate = candidate;
        this.token = token;
        this.since = since;
    }

    void announce() {
        announced = true;
    }

    /** Tells whether others than the acquire hook know of it, or knew. */
    boolean isAnnounced() {
        return announced;
    }

    /** Its work has returned, and runs no more in it. Called under the lock of its stage. */
    void workReturned() {
        workReturned = true;
    }

    /** Tells whether its work may start. Called under the lock of its stage. */
    boolean awaitsWork() {
        return announced && !workReturned && !isEnding();
    }

    boolean isOf(ManualStage other) {
        return stage == other;
    }

    void askToEnd(String cause) {
        endingFor = cause;
    }

    /** Returns why it was asked to end, or null if it was not. */
    @Nullable String endingFor() {
        return endingFor;
    }

    void end() {
        over = true;
    }

    @Override
    public String election() {
        return stage.name();
    }

    @Override
    public Identity candidate() {
        return candidate;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Instant since() {
        return since;
    }

    /** Returns when the term began: the time of a manual election stands still, so nothing is renewed. */
    @Override
    public Instant renewed() {
        return since;
    }

    @Override
    public boolean isCurrent() {
        return !over;
    }

    @Override
    public boolean isEnding() {
        return endingFor != null || over;
    }

    @Override
    public Duration remaining() {
        return isCurrent() ? Timing.balanced().ttl() : Duration.ZERO;
    }

    @Override
    public void progress() {
        stage.progress();
    }

    @Override
    public boolean pause(Duration length) throws InterruptedException {
        return stage.pause(this, length);
    }

    @Override
    public void resign() {
        stage.resign(this);
    }

    @Override
    public String toString() {
        return "term " + token + " of " + election() + (isCurrent() ? "" : " (over)");
    }
}
