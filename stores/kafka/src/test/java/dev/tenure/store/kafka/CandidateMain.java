package dev.tenure.store.kafka;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.testkit.OverlapChecker;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A candidate in its own process. It writes each moment at which it leads to a file, prints its events, and steps its
 * wall clock by each line of its input; it ends with its input. Arguments: the broker, the topic, the election, the
 * file. Without a topic it shares the election with Go nodes; a fifth argument then stands for goNELI's default
 * timeout.
 */
final class CandidateMain {
    private CandidateMain() {}

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws IOException {
        Candidate node = args[1].isEmpty()
                ? Candidate.on(KafkaStore.on(args[0])
                                .sharedWith(args.length > 4 ? GoNeli.of(args[2]) : goNeli(args[2]))
                                .open())
                        .closingStore()
                        .start()
                : Candidate.on(KafkaStore.on(args[0]).topic(args[1]).open())
                        .closingStore()
                        .timing(KafkaTestData.TIMING)
                        .start();
        Election election = node.stand(args[2]);
        Thread polling = new Thread(() -> poll(election, Path.of(args[3])), "polling");
        polling.setDaemon(true);
        polling.start();
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
        for (String step = input.readLine(); step != null; step = input.readLine()) {
            System.setProperty(SteppedClock.STEP, step);
            System.out.println("stepped " + step);
        }
        Runtime.getRuntime().exit(0); // without closing the candidate: its shutdown hook does
    }

    static GoNeli goNeli(String election) {
        return GoNeli.of(election).withHeartbeatTimeout(Duration.ofSeconds(2));
    }

    private static void poll(Election election, Path file) {
        TimeSource time = TimeSource.system();
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            while (true) {
                long before = time.nanos();
                String line = election.term()
                        .filter(term -> term.isCurrent())
                        .map(term -> new OverlapChecker.ObservedTerm(
                                        term.candidate().instance(), term.token(), before, before)
                                .line())
                        .orElse(null);
                // It is still the leader after the moment to be written, so it was the leader at that moment.
                if (line != null && election.isLeader()) {
                    writer.write(line + "\n");
                    writer.flush();
                }
                LockSupport.parkNanos(1_000_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
