package dev.tenure.cli.status;

import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.console.DisplayFormat;
import dev.tenure.cli.console.Table;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The roster of an election, with its leader marked.
 *
 * <p>Candidates write into the roster once an interval, so a killed leader stays listed as leader for a while. The
 * leader is therefore taken from the record of the election.
 *
 * @param status the status of the election, by its record
 * @param members the members of the roster
 */
public record RosterView(Status status, List<RosterMember> members) {
    private static final String MARK = "* ";
    private static final String NO_MARK = "  ";

    /** Returns a JSON array with an object for each candidate. */
    String json() {
        return JsonText.indentedArray(members, (json, member) -> ElectionJson.writeMember(json, member, status));
    }

    /** Returns a line that names the leader, and a table of all members. */
    public List<String> lines(Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(status, now));
        lines.addAll(table(now));
        Identity leader = status.leader();
        if (leader != null && members.stream().noneMatch(this::isLeader)) {
            lines.add(leader.name() + " leads, and is not on the roster: it has just come, or just gone");
        }
        return lines.stream().map(PrintableText::of).toList();
    }

    /** Returns a line that names the leader. */
    public static String headline(Status status, Instant now) {
        Identity leader = status.leader();
        Instant since = status.since();
        if (leader == null) {
            return status.lastSeen() == null
                    ? "who leads " + status.election() + " has not been seen yet"
                    : "nobody leads " + status.election();
        }
        String leads = leader.name() + " leads " + status.election();
        String token = ", token " + status.token();
        return since == null
                ? leads + token
                : leads + " for " + DisplayFormat.age(since, now) + token + ", since " + since;
    }

    private List<String> table(Instant now) {
        Table table = new Table(NO_MARK + "NAME", "INSTANCE", "PRIORITY", "VERSION", "ABLE", "LEADS", "LAST SEEN");
        for (RosterMember member : members) {
            table.row(
                    (isLeader(member) ? MARK : NO_MARK) + member.identity().name(),
                    DisplayFormat.shortInstance(member.identity()),
                    Integer.toString(member.priority()),
                    member.version().isEmpty() ? "-" : member.version(),
                    member.isAble() ? "yes" : "no",
                    leads(member),
                    DisplayFormat.ago(member.lastSeen(), now));
        }
        return table.lines();
    }

    /** Without a leader in the record this may be the roster of shards, where each member leads some. */
    private String leads(RosterMember member) {
        if (status.leader() != null) {
            return isLeader(member) ? "yes" : "no";
        }
        return member.isLeading() ? Integer.toString(member.leads()) : "no";
    }

    private boolean isLeader(RosterMember member) {
        return ElectionJson.isLeader(member, status);
    }
}
