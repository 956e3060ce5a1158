package dev.tenure.internal.runtime;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Term;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The term that a lease of ours began; whether it is current is asked of the leadership view, each time.
 *
 * @param view where the present state is published
 * @param lease the lease as it was when this was made
 */
record LiveTerm(LeadershipView view, Lease lease) implements Term, SlotTerm {
    @Override
    public String election() {
        return lease.election();
    }

    @Override
    public Identity candidate() {
        return lease.holder();
    }

    @Override
    public long token() {
        return lease.token();
    }

    @Override
    public Instant since() {
        return lease.since();
    }

    @Override
    public Instant renewed() {
        return view.renewed(lease);
    }

    @Override
    public boolean isCurrent() {
        return view.isCurrent(lease.token());
    }

    @Override
    public boolean isEnding() {
        return view.isEnding(lease.token());
    }

    @Override
    public Duration remaining() {
        return view.remaining(lease.token());
    }

    @Override
    public void progress() {
        view.progress();
    }

    @Override
    public boolean pause(Duration length) throws InterruptedException {
        return view.pause(lease.token(), length);
    }

    @Override
    public void resign() {
        view.resign(lease.token(), Reason.RESIGNED, "resigned");
    }

    @Override
    public void finish(String cause) {
        view.resign(lease.token(), Reason.WORK_ENDED, requireNonNull(cause, "cause"));
    }

    @Override
    public void save(byte[] state) {
        requireNonNull(state, "state");
        if (state.length > BatonContent.MAX_STATE) {
            throw new IllegalArgumentException("a baton holds at most " + BatonContent.MAX_STATE + " bytes, not "
                    + state.length + ": keep the rest elsewhere, and save where");
        }
        byte[] given = state.clone();
        view.baton().write(lease.token(), content -> content.withState(given));
    }

    @Override
    public Optional<byte[]> saved() {
        return view.baton().read(lease.token()).state();
    }

    @Override
    public Instant now() {
        return view.now();
    }

    @Override
    public Optional<Instant> lastSlot() {
        return view.baton().read(lease.token()).slot();
    }

    @Override
    public void saveSlot(Instant slot) {
        view.baton().write(lease.token(), content -> content.withSlot(slot));
    }

    @Override
    public String toString() {
        return "term " + token() + " of " + election() + (isCurrent() ? "" : " (over)");
    }
}
