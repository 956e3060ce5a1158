package dev.tenure.cli.handover;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.StoreException;
import dev.tenure.Successor;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks whoever leads to give its term up, and watches the record for what comes of it. */
final class HandOverRequest {
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

    private final ObservingCandidate visitor;
    private final String election;
    private final Duration wait;

    /**
     * Prepares to ask.
     *
     * @param wait how long to watch; zero for not at all, null for as long as it takes if all goes well
     */
    HandOverRequest(ObservingCandidate visitor, String election, @Nullable Duration wait) {
        this.visitor = visitor;
        this.election = election;
        this.wait = wait == null ? patience(visitor.ttl()) : wait;
    }

    /** Two ttls are enough to finish work and to be succeeded. It is over as soon as somebody else leads. */
    private static Duration patience(Duration ttl) {
        Duration two = ttl.multipliedBy(2);
        return two.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : two;
    }

    /** Asks the leader to resign. */
    HandOverReport resign() throws InterruptedException {
        return ask(null);
    }

    /** Asks the leader to resign in favour of a candidate: its name, its instance, or as much of that as is unique. */
    HandOverReport transfer(String to) throws InterruptedException {
        visitor.requireRoster(election);
        return ask(ObservingCandidate.ask(() -> resolve(to)));
    }

    private HandOverReport ask(@Nullable String to) throws InterruptedException {
        try (ElectionView view = visitor.observe(election)) {
            Status before = visitor.first(view);
            Identity leader = before.leader();
            if (leader == null) {
                throw nobodyLeads(null);
            }
            HandOverReport report = new HandOverReport(election, to, leader, before.token(), wait);
            if (to != null && HandOverReport.isCalled(leader, to)) {
                return report.with(HandOverReport.Result.ALREADY, leader, before.token());
            }
            submit(to);
            return wait.isZero()
                    ? report.with(HandOverReport.Result.ASKED, leader, before.token())
                    : await(view, report);
        }
    }

    private void submit(@Nullable String to) {
        try {
            ObservingCandidate.ask(() -> {
                if (to == null) {
                    visitor.candidate().requestResign(election);
                } else {
                    visitor.candidate().requestTransfer(election, Successor.nameOrInstance(to));
                }
                return true;
            });
        } catch (IllegalStateException nobody) {
            throw nobodyLeads(nobody);
        } catch (IllegalArgumentException noSuch) {
            throw new CommandFailure(ExitStatus.NO_SUCH_CANDIDATE, noSuch.getMessage() + advice(to), noSuch);
        }
    }

    /** People wonder about a candidate that stands there and is refused all the same. */
    private String advice(@Nullable String to) {
        boolean stands = to != null
                && visitor.candidate().roster(election).stream()
                        .anyMatch(member -> HandOverReport.isCalled(member.identity(), to));
        return stands ? "; one that has just resigned is able again after a ttl" : "";
    }

    private CommandFailure nobodyLeads(@Nullable Exception cause) {
        return new CommandFailure(
                ExitStatus.NOBODY_LEADS, "nobody leads '" + election + "': there is nobody to ask", cause);
    }

    /** Names may be shared by several candidates, and instances are long: people type what the roster shows. */
    private String resolve(String to) {
        List<RosterMember> members = visitor.candidate().roster(election);
        List<String> beginSo = members.stream()
                .map(member -> member.identity().instance())
                .filter(instance -> instance.startsWith(to))
                .toList();
        boolean isName =
                members.stream().anyMatch(member -> member.identity().name().equals(to));
        return !isName && beginSo.size() == 1 ? beginSo.get(0) : to;
    }

    /** Waits until somebody leads another term. Nobody leads for a moment in between: that is not the end yet. */
    private HandOverReport await(ElectionView view, HandOverReport report) throws InterruptedException {
        BlockingQueue<ElectionEvent> events = new LinkedBlockingQueue<>();
        HandOverReport latest = report;
        Deadline deadline = Deadline.after(TimeSource.system(), wait);
        view.subscribe(events::add);
        while (!latest.isSettled()) {
            ElectionEvent event = events.poll(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                break;
            }
            latest = latest.after(event);
        }
        return latest.because(ending(report.fromToken()));
    }

    /** Returns what the leader wrote down about the end of its term: it may have been killed before it could resign. */
    private @Nullable HistoryEntry ending(long token) {
        if (!visitor.can(Capability.HISTORY)) {
            return null;
        }
        try {
            return visitor.candidate().history(election).stream()
                    .filter(entry -> entry.token() == token && entry.what() != HistoryEntry.What.ACQUIRED)
                    .reduce((earlier, later) -> later)
                    .orElse(null);
        } catch (StoreException unknown) {
            return null;
        }
    }
}
