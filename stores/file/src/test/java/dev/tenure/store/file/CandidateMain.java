package dev.tenure.store.file;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A candidate in a separate process. Prints its events, answers each line with whether it leads, and ends with its
 * input.
 */
final class CandidateMain {
    private CandidateMain() {}

    @SuppressWarnings("SystemOut") // this is how it answers
    public static void main(String[] args) throws IOException {
        Timing timing = Timing.of(Duration.parse(args[1]), Duration.ofMillis(500));
        Candidate node = Candidate.on(FileStore.on(Path.of(args[0])).open())
                .closingStore()
                .timing(timing)
                .start();
        Election election = node.stand(SampleRecords.ELECTION);
        election.subscribe(event -> {
            if (event instanceof ElectionEvent.Acquired acquired) {
                System.out.println("acquired " + acquired.token());
            } else if (event instanceof ElectionEvent.LeaderChanged changed && changed.leader() != null) {
                System.out.println("follows " + changed.token());
            } else if (event instanceof ElectionEvent.Lost lost) {
                System.out.println("fenced " + lost.token());
            }
        });
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println("leads " + election.isLeader());
        }
        Runtime.getRuntime().exit(0); // without closing the candidate: its shutdown hook does
    }
}
