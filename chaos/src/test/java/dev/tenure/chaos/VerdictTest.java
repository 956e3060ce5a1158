package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.chaos.FaultLog.FaultTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {
    private static final long SECOND = 1_000_000_000;
    private static final List<String> NODES = List.of("node1", "node2");
    private static final Duration BOUND = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void overlapIsFound() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 15, 30);

        Verdict verdict = judge(List.of());

        assertThat(verdict.overlaps()).isEqualTo(1);
        assertThat(verdict.problems()).singleElement().asString().contains("two led at once");
    }

    @Test
    void tokenThatDoesNotGrowIsFound() throws IOException {
        terms("node1-5", 2, 0, 20);
        terms("node2-6", 1, 21, 30);

        Verdict verdict = judge(List.of());

        assertThat(verdict.tokenErrors()).isEqualTo(1);
        assertThat(verdict.problems()).singleElement().asString().contains("the token did not grow");
    }

    @Test
    void workThatGoesOnBesideTheNextLeaderIsFound() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 25, 30);
        write("node1-5.payroll.1.work", "node1-5", 1, 0, 26);

        Verdict verdict = judge(List.of());

        assertThat(verdict.lateWork()).isEqualTo(1);
        assertThat(verdict.overlaps()).isZero();
    }

    @Test
    void workThatEndsBeforeTheNextLeaderIsNot() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 25, 30);
        write("node1-5.payroll.1.work", "node1-5", 1, 0, 24);
        write("node2-6.payroll.2.work", "node2-6", 2, 25, 31);

        assertThat(judge(List.of()).problems()).isEmpty();
    }

    @Test
    void vacancyThatNothingExcusesIsFound() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 31, 40);

        Verdict verdict = judge(List.of());

        assertThat(verdict.vacancies()).isEqualTo(1);
        assertThat(verdict.longestVacancy()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void vacancyWithinTheBoundIsNot() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 29, 40);

        assertThat(judge(List.of()).problems()).isEmpty();
    }

    @Test
    void stoppedServerExcusesAVacancyOnlyWhileItIsStopped() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 60, 70);

        assertThat(judge(List.of(fault("server-stop", "", 21, 55))).vacancies()).isZero();
        assertThat(judge(List.of(fault("server-stop", "", 21, 48))).vacancies()).isEqualTo(1);
    }

    @Test
    void faultOfOneNodeExcusesNothingWhileTheOtherIsWell() throws IOException {
        terms("node1-5", 1, 0, 20);
        terms("node2-6", 2, 60, 70);
        FaultTime one = fault("stop", "node1", 20, 55);
        FaultTime other = fault("stop", "node2", 20, 55);

        assertThat(judge(List.of(one)).vacancies()).isEqualTo(1);
        assertThat(judge(List.of(one, other)).vacancies()).isZero();
    }

    @Test
    void plotShowsTermsAndFaults() throws IOException {
        terms("node1-5", 1, 0, 20);
        List<FaultTime> faults = List.of(fault("cut", "node1", 10, 15), fault("server-kill", "", 16, 18));
        Path file = folder.resolve("plot.svg");

        new Plot("a <title>", NODES, judge(faults).terms(), faults, 0, 40 * SECOND).write(file);

        assertThat(Files.readString(file))
                .startsWith("<svg ")
                .endsWith("</svg>\n")
                .contains("a &lt;title&gt;", "payroll node2", ">cut</text>", ">server-kill</text>")
                .contains("node1-5 with token 1 from 0 to 20000000000");
    }

    private Verdict judge(List<FaultTime> faults) throws IOException {
        return Verdict.of(folder, List.of("payroll"), new VacancyCheck(NODES, faults, BOUND));
    }

    private static FaultTime fault(String kind, String node, long from, long to) {
        return new FaultTime(kind, node, from * SECOND, to * SECOND);
    }

    private void terms(String who, long token, long from, long to) throws IOException {
        write(who + ".payroll.terms", who, token, from, to);
    }

    private void write(String file, String who, long token, long from, long to) throws IOException {
        Files.writeString(folder.resolve(file), who + " " + token + " " + from * SECOND + " " + to * SECOND + "\n");
    }
}
