package dev.tenure.chaos;

import dev.tenure.testkit.OverlapChecker;
import dev.tenure.testkit.OverlapChecker.Finding;
import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import dev.tenure.testkit.OverlapChecker.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Judges what the nodes wrote down: overlaps, the order of tokens, and how long nobody led. */
final class Verdict {
    private final List<String> problems = new ArrayList<>();
    private int terms;
    private int overlaps;
    private int tokenErrors;
    private Duration longestVacancy = Duration.ZERO;

    /** Reads what the nodes wrote into the folder about the elections. */
    static Verdict of(Path folder, List<String> elections) throws IOException {
        Verdict verdict = new Verdict();
        for (String election : elections) {
            OverlapChecker led = read(folder, "." + election + ".terms");
            verdict.judge(election, led, true);
            verdict.terms += led.terms().size();
            verdict.measureVacancy(led.terms());
            try (Stream<Path> files = Files.list(folder)) {
                if (files.anyMatch(file -> file.toString().endsWith(".work"))) {
                    verdict.judge("work of " + election, readWork(folder, election), false);
                }
            }
        }
        return verdict;
    }

    private static OverlapChecker read(Path folder, String ending) throws IOException {
        return read(folder, file -> file.toString().endsWith(ending));
    }

    private static OverlapChecker readWork(Path folder, String election) throws IOException {
        return read(
                folder,
                file -> file.toString().endsWith(".work") && file.toString().contains("." + election + "."));
    }

    private static OverlapChecker read(Path folder, Predicate<Path> which) throws IOException {
        OverlapChecker checker = new OverlapChecker();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(which).toList()) {
                checker.read(file);
            }
        }
        return checker;
    }

    private void judge(String what, OverlapChecker checker, boolean tokens) {
        for (Finding finding : checker.findings()) {
            if (finding.what() == Violation.OVERLAP) {
                overlaps++;
            } else if (tokens) {
                tokenErrors++;
            }
            problems.add(what + ": " + finding);
        }
    }

    private void measureVacancy(List<ObservedTerm> ordered) {
        for (int i = 1; i < ordered.size(); i++) {
            long gap = ordered.get(i).startNanos() - ordered.get(i - 1).endNanos();
            if (gap > longestVacancy.toNanos()) {
                longestVacancy = Duration.ofNanos(gap);
            }
        }
    }

    int terms() {
        return terms;
    }

    int overlaps() {
        return overlaps;
    }

    int tokenErrors() {
        return tokenErrors;
    }

    Duration longestVacancy() {
        return longestVacancy;
    }

    /** Returns every problem in words. */
    List<String> problems() {
        return List.copyOf(problems);
    }
}
