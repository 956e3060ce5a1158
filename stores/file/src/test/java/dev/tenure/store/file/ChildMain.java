package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.testkit.StoreTestSteps.soon;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.stream.Collectors;

/** Another process on the same folder. Runs one command per line, and ends with its input. */
final class ChildMain {
    private ChildMain() {}

    @SuppressWarnings("SystemOut") // this is how it answers
    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Path.of(args[0]);
        FileCell cell = SampleRecords.cell(root);
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Scanner words = new Scanner(line);
            System.out.println(
                    switch (words.next()) {
                        case "claim" -> claim(cell, words.nextLong());
                        case "read" -> read(cell);
                        case "sh" -> shell(words.nextLine());
                        case "close" -> close(cell);
                        case "spawn" -> spawn();
                        case "contend" -> contend(cell, words.nextInt());
                        case "attend" -> attend(cell, words.nextLong());
                        case "append" -> append(cell, words.nextInt(), words.nextInt());
                        case "history" -> history(cell);
                        case "submit" -> submit(cell, words.nextLong());
                        case "checkup" -> checkup(cell);
                        case "exit" -> exit();
                        default -> "what?";
                    });
        }
    }

    private static String claim(FileCell cell, long token) {
        try {
            return SampleRecords.write(cell, token);
        } catch (StoreException e) {
            return e.kind() + " " + e.getMessage();
        }
    }

    private static String read(FileCell cell) {
        try {
            return cell.read(ELECTION, soon()).getClass().getSimpleName();
        } catch (StoreException e) {
            return e.kind() + " " + e.getMessage();
        }
    }

    /** Runs a command where this process runs: in its mount namespace, with its permissions. */
    private static String shell(String command) throws IOException, InterruptedException {
        return "ended with " + new ProcessBuilder("sh", "-c", command).start().waitFor();
    }

    private static String close(FileCell cell) {
        cell.close();
        return "closed";
    }

    /** Starts a process that outlives this one unless it is killed. */
    private static String spawn() throws IOException {
        return Long.toString(new ProcessBuilder("sleep", "600").start().pid());
    }

    /** Counts the record's token up, again and again, against everyone else who does. */
    private static String contend(FileCell cell, int wins) {
        StringBuilder tokens = new StringBuilder();
        for (int won = 0; won < wins; ) {
            Sighting seen = cell.read(ELECTION, soon());
            long token = seen.lastToken() + 1;
            if (cell.write(ELECTION, held(token), seen.version(), soon()).isPresent()) {
                tokens.append(token).append(' ');
                won++;
            }
        }
        return tokens.toString();
    }

    /** Attends a roster, and answers how many are in it. */
    private static String attend(FileCell cell, long heartbeat) {
        try {
            RosterEntry own =
                    SampleRecords.enrolment("child-" + ProcessHandle.current().pid(), heartbeat);
            return Integer.toString(cell.roster()
                    .attend(Map.of(ELECTION, own), soon())
                    .getOrDefault(ELECTION, List.of())
                    .size());
        } catch (StoreException e) {
            return e.kind() + " " + e.getMessage();
        }
    }

    /** Adds entries to the history with tokens from a number on, and answers how many. */
    private static String append(FileCell cell, int first, int count) {
        int done = 0;
        try {
            for (; done < count; done++) {
                cell.history().append(SampleRecords.happened(first + done, ""), soon());
            }
            return Integer.toString(done);
        } catch (StoreException e) {
            return e.kind() + " after " + done + " " + e.getMessage();
        }
    }

    private static String history(FileCell cell) {
        return cell.history().last(ELECTION, Integer.MAX_VALUE, soon()).stream()
                .map(entry -> Long.toString(entry.token()))
                .collect(Collectors.joining(" "));
    }

    private static String submit(FileCell cell, long token) {
        try {
            cell.requests().submit(SampleRecords.request(token), soon());
            return "submitted";
        } catch (StoreException e) {
            return e.kind() + " " + e.getMessage();
        }
    }

    /** Answers what is not well with the folder. */
    private static String checkup(FileCell cell) {
        return cell.diagnose(Timing.local(), soon()).stream()
                .filter(finding -> finding.level() != CheckResult.Level.OK)
                .map(CheckResult::toString)
                .collect(Collectors.joining(" "));
    }

    private static String exit() {
        Runtime.getRuntime().exit(0);
        return "";
    }
}
