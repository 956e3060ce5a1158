package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.console.DisplayFormat;
import dev.tenure.cli.console.Verbosity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says in sentences why an election stands as it does: why this leader, why no other candidate, and what happened last.
 * It only repeats what candidates wrote down, and compares their order of preference.
 *
 * @param status the status of the election, by its record
 * @param members the roster, or null if the store keeps none
 * @param history the history, the latest entry last, or null if the store keeps none
 */
record Explanation(
        Status status,
        @Nullable List<RosterMember> members,
        @Nullable List<HistoryEntry> history) {

    List<String> sentences(Instant now) {
        List<String> sentences = new ArrayList<>();
        sentences.add(RosterView.headline(status, now) + ".");
        if (history == null) {
            sentences.add("Its store keeps no history, so nobody wrote down why.");
        } else {
            addHistory(history, sentences, now);
        }
        if (members == null) {
            sentences.add("Its store keeps no roster, so other candidates are not known.");
        } else {
            addCandidates(members, sentences, now);
        }
        return sentences.stream().map(Verbosity::oneLine).toList();
    }

    private void addHistory(List<HistoryEntry> entries, List<String> sentences, Instant now) {
        long token = status.token();
        if (status.leader() != null) {
            sentences.add(find(entries, token, true)
                    .map(begun -> begun.who().name() + " got the lease at " + begun.at() + ": " + begun.cause() + ".")
                    .orElse("It has not written down yet how this term began."));
        }
        HistoryEntry before = status.leader() == null ? lastBegun(entries, Long.MAX_VALUE) : lastBegun(entries, token);
        if (before == null) {
            sentences.add(
                    status.leader() == null
                            ? "No term is in its history."
                            : "No earlier term is in its history: the election was free.");
            return;
        }
        String whose = "The term before, token " + before.token() + " of "
                + before.who().name() + ", ";
        HistoryEntry ended = find(entries, before.token(), false).orElse(null);
        if (ended == null) {
            sentences.add(whose + "has no end in the history: its leader was killed, or could not write that down.");
            return;
        }
        String what = ended.what() == HistoryEntry.What.RESIGNED ? "was given up" : "was lost";
        sentences.add(whose + what + " " + DisplayFormat.ago(ended.at(), now) + ": " + ended.cause() + ".");
        find(entries, token, true)
                .filter(begun -> begun.token() != before.token())
                .ifPresent(begun -> sentences.add("Nobody led for " + DisplayFormat.age(ended.at(), begun.at())
                        + " in between, by their clocks."));
    }

    /** Returns the beginning or the end of a term. */
    private static Optional<HistoryEntry> find(List<HistoryEntry> entries, long token, boolean beginning) {
        return entries.stream()
                .filter(entry -> entry.token() == token)
                .filter(entry -> (entry.what() == HistoryEntry.What.ACQUIRED) == beginning)
                .reduce((earlier, later) -> later);
    }

    private static @Nullable HistoryEntry lastBegun(List<HistoryEntry> entries, long before) {
        return entries.stream()
                .filter(entry -> entry.what() == HistoryEntry.What.ACQUIRED && entry.token() < before)
                .reduce((earlier, later) -> later.token() >= earlier.token() ? later : earlier)
                .orElse(null);
    }

    private void addCandidates(List<RosterMember> all, List<String> sentences, Instant now) {
        Identity leader = status.leader();
        RosterMember leading = all.stream()
                .filter(member -> member.identity().equals(leader))
                .findFirst()
                .orElse(null);
        List<RosterMember> others =
                all.stream().filter(member -> member != leading).toList();
        others.forEach(member -> sentences.add(whyNot(member, leading, now)));
        if (others.isEmpty()) {
            sentences.add(leader == null ? "Nobody stands for it." : "No other candidate stands for it.");
        }
    }

    private String whyNot(RosterMember member, @Nullable RosterMember leading, Instant now) {
        String name = member.identity().name() + " ";
        if (!member.isAble()) {
            return name + "does not lead: it is not able to, as it says; one that has just resigned is not for a ttl.";
        }
        if (status.leader() == null) {
            return name + "is able to lead, and may claim the lease as soon as the last one is over; it was seen "
                    + DisplayFormat.ago(member.lastSeen(), now) + ".";
        }
        if (leading == null || member.priority() == leading.priority()) {
            return name + "does not lead: it has the same place in the order, as far as is known, and somebody else was"
                    + " first; it waits.";
        }
        String compared = member.priority() + ", and that of the leader is " + leading.priority() + ": ";
        return member.priority() > leading.priority()
                ? name + "does not lead: its priority is " + compared + "the lower number leads."
                : name + "does not lead yet: its priority is " + compared
                        + "it takes over when the leader has finished its work.";
    }
}
