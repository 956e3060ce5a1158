package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.StoreException;
import dev.tenure.cli.console.DisplayFormat;
import dev.tenure.cli.console.Table;
import dev.tenure.cli.status.HistoryFormat;
import dev.tenure.cli.status.RosterView;
import dev.tenure.spi.Capability;
import dev.tenure.spi.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The picture of a watch at one moment: leader, roster and events of one election, or the leaders of many.
 *
 * @param watcher what is watched
 * @param events the events since the watch began, the latest last
 * @param now the moment
 */
record WatchPicture(ElectionWatcher watcher, List<ElectionEvent> events, Instant now) {
    private static final int SHOWN_EVENTS = 10;

    List<String> lines() {
        List<Status> standings = watcher.standings();
        List<String> lines = new ArrayList<>();
        if (watcher.election() == null) {
            lines.addAll(overview(standings));
        } else {
            standings.forEach(status -> lines.addAll(roster(status)));
        }
        lines.add("");
        lines.addAll(happened());
        lines.add("");
        lines.add("tenure watch, " + watcher.observer().storeName() + " store, " + now + "; Ctrl-C ends");
        return lines.stream().map(PrintableText::of).toList();
    }

    private List<String> overview(List<Status> standings) {
        Table table = new Table("ELECTION", "LEADER", "INSTANCE", "TOKEN", "SINCE");
        for (Status status : standings) {
            Identity leader = status.leader();
            Instant since = status.since();
            table.row(
                    status.election(),
                    leader == null ? nobody(status) : leader.name(),
                    leader == null ? "-" : DisplayFormat.shortInstance(leader),
                    leader == null ? "-" : Long.toString(status.token()),
                    since == null ? "-" : DisplayFormat.ago(since, now));
        }
        return table.lines();
    }

    private static String nobody(Status status) {
        return status.lastSeen() == null ? "not seen yet" : "nobody";
    }

    private List<String> roster(Status status) {
        if (!watcher.observer().can(Capability.ROSTER)) {
            return List.of(RosterView.headline(status, now));
        }
        return orTrouble(() -> {
            List<RosterMember> members = watcher.observer().candidate().roster(status.election());
            return new RosterView(status, members).lines(now);
        });
    }

    /** Shows the history, which states causes; without one, the events since the watch began. */
    private List<String> happened() {
        String election = watcher.election();
        if (election == null || !watcher.observer().can(Capability.HISTORY)) {
            return heard();
        }
        return orTrouble(() -> {
            List<HistoryEntry> all = watcher.observer().candidate().history(election);
            return HistoryFormat.ages(HistoryFormat.last(all, SHOWN_EVENTS), now);
        });
    }

    private List<String> heard() {
        return events.subList(Math.max(0, events.size() - SHOWN_EVENTS), events.size()).stream()
                .map(EventFormat::text)
                .toList();
    }

    private static List<String> orTrouble(Supplier<List<String>> lines) {
        try {
            return lines.get();
        } catch (StoreException failed) {
            return List.of("problem: " + failed.getMessage());
        }
    }
}
