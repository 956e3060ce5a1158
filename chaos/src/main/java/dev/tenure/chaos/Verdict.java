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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Judges what the nodes wrote down: overlaps, the order of tokens, work after trust, and how long nobody led. */
final class Verdict {
    private final List<String> problems = new ArrayList<>();
    private final Map<String, List<ObservedTerm>> terms = new TreeMap<>();
    private int overlaps;
    private int tokenErrors;
    private int lateWork;
    private int vacancies;
    private Duration longestVacancy = Duration.ZERO;

    /** Reads what the nodes wrote into the folder about the elections. */
    static Verdict of(Path folder, List<String> elections, VacancyCheck vacancy) throws IOException {
        Verdict verdict = new Verdict();
        for (String election : elections) {
            OverlapChecker led = read(folder, file -> file.endsWith("." + election + ".terms"));
            List<ObservedTerm> work = read(
                            folder, file -> file.endsWith(".work") && file.contains("." + election + "."))
                    .terms();
            verdict.terms.put(election, led.terms());
            verdict.judge(election, led);
            verdict.judgeWork(election, work, led.terms());
            verdict.judgeVacancies(election, led.terms(), vacancy);
        }
        return verdict;
    }

    private static OverlapChecker read(Path folder, Predicate<String> which) throws IOException {
        OverlapChecker checker = new OverlapChecker();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> which.test(file.toString())).toList()) {
                checker.read(file);
            }
        }
        return checker;
    }

    private void judge(String election, OverlapChecker checker) {
        for (Finding finding : checker.findings()) {
            if (finding.what() == Violation.OVERLAP) {
                overlaps++;
            } else {
                tokenErrors++;
            }
            problems.add(election + ": " + finding);
        }
    }

    /** Work is after trust if it went on, or began, while another node led. */
    private void judgeWork(String election, List<ObservedTerm> work, List<ObservedTerm> led) {
        for (ObservedTerm done : work) {
            for (ObservedTerm other : led) {
                boolean apart = done.endNanos() - other.startNanos() <= 0 || other.endNanos() - done.startNanos() <= 0;
                if (!apart && !done.who().equals(other.who()) && done.token() != other.token()) {
                    lateWork++;
                    problems.add("work of " + election + " after trust: " + done + " worked while " + other + " led");
                }
            }
        }
    }

    private void judgeVacancies(String election, List<ObservedTerm> ordered, VacancyCheck vacancy) {
        List<String> found = vacancy.problems(election, ordered);
        vacancies += found.size();
        problems.addAll(found);
        Duration longest = VacancyCheck.longest(ordered);
        if (longest.compareTo(longestVacancy) > 0) {
            longestVacancy = longest;
        }
    }

    /** Returns the terms of each election, in the order they began. */
    Map<String, List<ObservedTerm>> terms() {
        return terms;
    }

    int termCount() {
        return terms.values().stream().mapToInt(List::size).sum();
    }

    int overlaps() {
        return overlaps;
    }

    int tokenErrors() {
        return tokenErrors;
    }

    int lateWork() {
        return lateWork;
    }

    int vacancies() {
        return vacancies;
    }

    Duration longestVacancy() {
        return longestVacancy;
    }

    /** Returns every problem in words. */
    List<String> problems() {
        return List.copyOf(problems);
    }
}
