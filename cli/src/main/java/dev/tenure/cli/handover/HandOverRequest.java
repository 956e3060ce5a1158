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

/** Asks the leader to resign or transfer, and watches the record for the outcome. */
final class HandOverRequest {
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

    private final ObservingCandidate observer;
    private final String election;
    private final Duration wait;

    /**
     * Creates a request.
     *
     * @param wait how long to watch; zero for not at all, null for as long as it takes if all goes well
     */
    HandOverRequest(ObservingCandidate observer, String election, @Nullable Duration wait) {
        this.observer = observer;
        this.election = election;
        this.wait = wait == null ? patience(observer.ttl()) : wait;
    }

    /** Two ttls are enough to finish work and to be succeeded. The wait ends as soon as another term begins. */
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
        observer.requireRoster(election);
        return ask(resolve(to));
    }

    private HandOverReport ask(@Nullable String to) throws InterruptedException {
        try (ElectionView view = observer.observe(election)) {
            Status before = observer.first(view);
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
                    observer.candidate().requestResign(election, observer.timeout());
                } else {
                    observer.candidate().requestTransfer(election, Successor.nameOrInstance(to), observer.timeout());
                }
                return true;
            });
        } catch (IllegalStateException nobody) {
            throw nobodyLeads(nobody);
        } catch (IllegalArgumentException noSuch) {
            throw new CommandFailure(ExitStatus.NO_SUCH_CANDIDATE, noSuch.getMessage() + advice(to), noSuch);
        }
    }

    /** Explains why a candidate on the roster may be refused. */
    private String advice(@Nullable String to) {
        boolean stands = to != null
                && observer.roster(election).stream()
                        .anyMatch(member -> HandOverReport.isCalled(member.identity(), to));
        return stands ? "; one that has just resigned is able again after a ttl" : "";
    }

    private CommandFailure nobodyLeads(@Nullable Exception cause) {
        return new CommandFailure(
                ExitStatus.NOBODY_LEADS, "nobody leads '" + election + "': there is nobody to ask", cause);
    }

    /**
     * Names may be shared, and instances are long, so people may type the start of an instance that the roster shows.
     */
    private String resolve(String to) {
        List<RosterMember> members = observer.roster(election);
        List<String> beginSo = members.stream()
                .map(member -> member.identity().instance())
                .filter(instance -> instance.startsWith(to))
                .toList();
        boolean isName =
                members.stream().anyMatch(member -> member.identity().name().equals(to));
        return !isName && beginSo.size() == 1 ? beginSo.get(0) : to;
    }

    /** Waits until another term has begun. A vacancy in between does not end the wait. */
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

    /** Returns the history entry about the end of the term, or null: a killed leader writes none. */
    private @Nullable HistoryEntry ending(long token) {
        if (!observer.can(Capability.HISTORY)) {
            return null;
        }
        try {
            return observer.history(election).stream()
                    .filter(entry -> entry.token() == token && entry.what() != HistoryEntry.What.ACQUIRED)
                    .reduce((earlier, later) -> later)
                    .orElse(null);
        } catch (StoreException unknown) {
            return null;
        }
    }
}
