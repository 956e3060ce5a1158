package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.TenureFleet;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of an operator on running candidates. */
@Order(1) // takes longest, so that it starts first
@Tag("process")
@Timeout(90)
class OperatorCommandsTest {
    /** Long enough for the slowest of machines, also the quarter of it for which a transfer reserves leadership. */
    private static final String LONG = "60s";

    @TempDir
    Path folder;

    private TenureFleet fleet;

    @BeforeEach
    void gather() throws IOException, InterruptedException {
        fleet = new TenureFleet(folder);
    }

    @AfterEach
    void disperse() throws IOException, InterruptedException {
        fleet.disperse();
    }

    @Test
    void rosterListsCandidatesAndMarksTheLeader() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG, "--service-version", "1.0");
        fleet.start("second", "--ttl", LONG, "--service-version", "2.0");

        String leader = fleet.first().name();
        List<Map<String, @Nullable Object>> members =
                JsonReader.objects(fleet.tenure("roster", "demo", "--json").output());

        assertThat(members).extracting(member -> member.get("name")).containsExactlyInAnyOrder("first", "second");
        assertThat(members).extracting(member -> member.get("version")).containsExactlyInAnyOrder("1.0", "2.0");
        assertThat(members).extracting(member -> member.get("priority")).containsOnly(100L);
        assertThat(members)
                .filteredOn(member -> Boolean.TRUE.equals(member.get("isLeader")))
                .extracting(member -> member.get("name"))
                .containsExactly(leader);
        assertThat(fleet.tenure("roster", "demo").output()).contains("* " + leader);
    }

    @Test
    void resignMovesLeadershipAndNamesNewLeader() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG);
        fleet.start("second", "--ttl", LONG);
        TenureFleet.Start before = fleet.first();

        TenureProcess.Finished resigned = fleet.tenure("resign", "demo");

        TenureFleet.Start after = fleet.after(before);
        assertThat(resigned.code()).as(resigned.errors()).isZero();
        assertThat(resigned.output())
                .startsWith(before.name() + " (token " + before.token() + ") ")
                .endsWith("; " + after.name() + " leads demo with token " + after.token() + "\n");
        assertThat(after.name()).isNotEqualTo(before.name());
        fleet.historyWith("acquired", after.token());
        List<Map<String, @Nullable Object>> history = fleet.historyWith("resigned", before.token());
        assertThat(history)
                .extracting(entry -> entry.get("who") + " " + entry.get("what"))
                .containsExactlyInAnyOrder(
                        before.name() + " acquired", before.name() + " resigned", after.name() + " acquired");
        assertThat(history)
                .filteredOn(entry -> "resigned".equals(entry.get("what")))
                .allSatisfy(entry -> assertThat(entry).containsEntry("reason", "resigned"))
                .extracting(entry -> entry.get("cause"))
                .singleElement()
                .asString()
                .startsWith("resigned as ")
                .endsWith(" asked");
    }

    @Test
    void transferMovesLeadershipToItsTarget() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG);
        fleet.start("second", "--ttl", LONG);
        fleet.start("third", "--ttl", LONG);
        TenureFleet.Start before = fleet.first();
        String target = before.name().equals("third") ? "first" : "third";

        TenureProcess.Finished transferred = fleet.tenure("transfer", "demo", "--to", target, "--json");

        TenureFleet.Start after = fleet.after(before);
        assertThat(after.name()).isEqualTo(target);
        assertThat(transferred.code()).as(transferred.errors()).isZero();
        Map<String, @Nullable Object> report = JsonReader.object(transferred.output());
        assertThat(report).containsEntry("result", "moved");
        assertThat(report.get("leader"))
                .asString()
                .startsWith("{name=" + target + ", ")
                .endsWith(", token=" + after.token() + "}");
        TenureProcess.Finished again = fleet.tenure("transfer", "demo", "--to", target);
        assertThat(again.code()).isZero();
        assertThat(again.output()).isEqualTo(target + " leads demo already, with token " + after.token() + "\n");
    }

    @Test
    void transferAcceptsInstanceFromRoster() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG);
        fleet.start("second", "--ttl", LONG);
        TenureFleet.Start before = fleet.first();
        String line = fleet.tenure("roster", "demo")
                .output()
                .lines()
                .filter(row -> row.contains(before.name().equals("first") ? "  second " : "  first "))
                .findFirst()
                .orElseThrow();
        String instance = line.strip().split(" +", -1)[1];

        TenureProcess.Finished transferred = fleet.tenure("transfer", "demo", "--to", instance);

        assertThat(transferred.code()).as(transferred.errors()).isZero();
        assertThat(fleet.after(before).name()).isNotEqualTo(before.name());
    }

    @Test
    void transferToUnknownCandidateListsKnownOnes() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG);
        fleet.start("second", "--ttl", LONG);
        TenureFleet.Start before = fleet.first();

        TenureProcess.Finished refused = fleet.tenure("transfer", "demo", "--to", "nobody");

        assertThat(refused.code()).isEqualTo(67);
        assertThat(refused.errors()).contains("'nobody'").endsWith("there are: first, second\n");
        assertThat(fleet.tenure("status", "demo").output()).contains(Long.toString(before.token()));
    }

    @Test
    void historyOfAKilledLeaderHasNoEnd() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        TenureFleet.Start before = fleet.first();

        fleet.node(before.name()).signal("KILL");
        TenureFleet.Start after = fleet.after(before);

        assertThat(fleet.historyWith("acquired", after.token()))
                .extracting(entry -> entry.get("who") + " " + entry.get("what") + " " + entry.get("token"))
                .containsExactly(
                        before.name() + " acquired " + before.token(), after.name() + " acquired " + after.token());
        assertThat(fleet.tenure("history", "demo", "--last", "1").output().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains(after.name());
    }

    @Test
    void stoppedLeaderHonoursNoRequest() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG);
        TenureFleet.Start before = fleet.first();
        fleet.node("first").signal("STOP");

        TenureProcess.Finished resigned = fleet.tenure("resign", "demo", "--wait", "200ms");

        assertThat(resigned.code()).isEqualTo(75);
        assertThat(resigned.errors())
                .startsWith("tenure: first (token " + before.token() + ") still leads demo after 200ms");
    }

    @Test
    void resignWithoutWaitOnlyAsks() throws IOException, InterruptedException {
        fleet.start("first", "--ttl", LONG, "--once");
        TenureFleet.Start before = fleet.first();

        TenureProcess.Finished resigned = fleet.tenure("resign", "demo", "--wait", "0s");

        assertThat(resigned.code()).isZero();
        assertThat(resigned.output()).isEqualTo("first (token " + before.token() + ") was asked to resign\n");
        assertThat(fleet.node("first").exitCode()).isEqualTo(76);
        assertThat(fleet.node("first").stderr())
                .contains("first gave up demo: resigned as ")
                .endsWith("leadership of demo was given up, and the command stopped\n");
        assertThat(fleet.tenure("resign", "demo").code()).isEqualTo(1);
        assertThat(fleet.tenure("roster", "demo").code()).isEqualTo(1);
    }

    @Test
    void lowerPriorityNumberTakesOver() throws IOException, InterruptedException {
        fleet.start("spare", "--priority", "200");
        TenureFleet.Start before = fleet.first();

        fleet.start("main", "--priority", "1");

        assertThat(before.name()).isEqualTo("spare");
        assertThat(fleet.after(before).name()).isEqualTo("main");
    }

    @Test
    void newestVersionTakesOverIfPreferred() throws IOException, InterruptedException {
        fleet.start("old", "--prefer-newest", "--service-version", "1.9");
        TenureFleet.Start before = fleet.first();

        fleet.start("new", "--prefer-newest", "--service-version", "1.10");

        assertThat(fleet.after(before).name()).isEqualTo("new");
    }
}
