package dev.tenure.store.kafka;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measures how long leadership takes to move, and beside it a bare consumer group; with an argument, only beside
 * goNELI. Run with the class path of the tests; it asserts nothing.
 */
final class TakeoverMeasurement {
    private static final int ROUNDS = 5;
    private static final int NODES = 4;
    private static final Duration APART = Duration.ofSeconds(5);
    private static final Duration FOLLOWING = Duration.ofSeconds(12);
    private static final Duration SESSION = Duration.ofSeconds(2);

    private TakeoverMeasurement() {}

    @SuppressWarnings("SystemOut") // it prints its results
    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            try (BareConsumer bare = new BareConsumer(args[0], args[1])) {
                bare.awaitAssigned();
                System.out.println("acquired 1");
                new CountDownLatch(1).await();
            }
        }
        try (TestBroker broker = TestBroker.start("")) {
            if (args.length == 1) {
                report("fail-over, Tenure beside goNELI", TakeoverMeasurement::goNeliFailOver, broker);
                return;
            }
            report("hand-over, bare group", TakeoverMeasurement::bareHandOver, broker);
            report("hand-over, Tenure", TakeoverMeasurement::handOver, broker);
            report("fail-over, bare group", TakeoverMeasurement::bareFailOver, broker);
            report("fail-over, Tenure", TakeoverMeasurement::failOver, broker);
            fourNodes(broker);
        }
        Runtime.getRuntime().exit(0);
    }

    private interface Round {
        long nanos(TestBroker broker, String name) throws Exception;
    }

    @SuppressWarnings("SystemOut")
    private static void report(String what, Round round, TestBroker broker) throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int each = 0; each < ROUNDS; each++) {
            millis.add(round.nanos(broker, "round-" + KafkaTestData.newElection()) / 1_000_000);
        }
        Collections.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "%s: median %d ms, %d to %d ms%n",
                what,
                millis.get(ROUNDS / 2),
                millis.get(0),
                millis.get(ROUNDS - 1));
    }

    private static long handOver(TestBroker broker, String election) throws InterruptedException {
        try (Candidate first = candidate(broker);
                Candidate second = candidate(broker)) {
            Election leads = first.stand(election);
            awaitTerm(leads);
            Election follows = second.stand(election);
            StoreTestSteps.await("it follows", () -> follows.status().leader() != null);
            long start = System.nanoTime();
            leads.close();
            awaitTerm(follows);
            return System.nanoTime() - start;
        }
    }

    /** Starts nodes some time apart and closes them in the same order, as goNELI's own test does. */
    @SuppressWarnings("SystemOut")
    private static void fourNodes(TestBroker broker) {
        String election = KafkaTestData.newElection();
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            List<Election> stands = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                stands.add(rivals.stand("node-" + node, broker.store().open()));
                KafkaTestData.comesWithin(APART, () -> false);
            }
            long joined = FourNodesTest.acquired(rivals);
            for (Election stand : stands) {
                stand.close();
                KafkaTestData.comesWithin(APART, () -> false);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d nodes %d s apart: %d terms began while they joined, %d in all, %d findings%n",
                    NODES,
                    APART.toSeconds(),
                    joined,
                    FourNodesTest.acquired(rivals),
                    rivals.history().findings().size());
        }
    }

    private static long failOver(TestBroker broker, String election) throws Exception {
        Path terms = Files.createTempFile("terms", "");
        try (Candidate second = candidate(broker);
                CandidateProcess first =
                        new CandidateProcess(Map.of(), broker.address(), "tenure", election, terms.toString())) {
            first.await("acquired");
            Election follows = second.stand(election);
            StoreTestSteps.await("it follows", () -> follows.status().leader() != null);
            long start = System.nanoTime();
            first.kill();
            awaitTerm(follows);
            return System.nanoTime() - start;
        } finally {
            Files.delete(terms);
        }
    }

    /** Kills the leader of two nodes with goNELI's default timeout; which one leads is up to the group. */
    private static long goNeliFailOver(TestBroker broker, String election) throws Exception {
        Path terms = Files.createTempFile("terms", "");
        String[] arguments = {broker.address(), "", election, terms.toString(), "default timeout"};
        try (CandidateProcess one = new CandidateProcess(Map.of(), arguments);
                CandidateProcess other = new CandidateProcess(Map.of(), arguments);
                KafkaStore store = KafkaStore.on(broker.address())
                        .sharedWith(GoNeli.of(election))
                        .open()) {
            StoreTestSteps.await("both are members", () -> BrokerState.members(broker, election) == 2);
            KafkaTestData.comesWithin(FOLLOWING, () -> false);
            Lease held = ((Sighting.Held) store.inspect(election, StoreTestSteps.soon())).lease();
            boolean firstLeads = held.holder().name().endsWith("-" + one.pid());
            CandidateProcess follower = firstLeads ? other : one;
            long start = System.nanoTime();
            (firstLeads ? one : other).kill();
            long token = follower.await("acquired");
            while (token <= held.token()) { // a term from before
                token = follower.await("acquired");
            }
            return System.nanoTime() - start;
        } finally {
            Files.delete(terms);
        }
    }

    private static void awaitTerm(Election election) throws InterruptedException {
        if (election.awaitLeadership(StoreTestSteps.LIMIT).isEmpty()) {
            throw new AssertionError("nobody leads");
        }
    }

    private static Candidate candidate(TestBroker broker) {
        return Candidate.on(broker.store().open())
                .closingStore()
                .timing(KafkaTestData.TIMING)
                .start();
    }

    private static long bareHandOver(TestBroker broker, String name) throws Exception {
        prepare(broker, name);
        BareConsumer first = new BareConsumer(broker.address(), name);
        first.awaitAssigned();
        try (BareConsumer second = new BareConsumer(broker.address(), name)) {
            StoreTestSteps.await("both are members", () -> BrokerState.members(broker, name) == 2);
            long start = System.nanoTime();
            first.close();
            second.awaitAssigned();
            return System.nanoTime() - start;
        }
    }

    private static long bareFailOver(TestBroker broker, String name) throws Exception {
        prepare(broker, name);
        try (CandidateProcess first =
                new CandidateProcess(TakeoverMeasurement.class, Map.of(), broker.address(), name)) {
            first.await("acquired");
            try (BareConsumer second = new BareConsumer(broker.address(), name)) {
                StoreTestSteps.await("both are members", () -> BrokerState.members(broker, name) == 2);
                long start = System.nanoTime();
                first.kill();
                second.awaitAssigned();
                return System.nanoTime() - start;
            }
        }
    }

    private static void prepare(TestBroker broker, String topic) throws Exception {
        try (var admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    /** A consumer without Tenure. */
    private static final class BareConsumer implements AutoCloseable {
        private final CountDownLatch assigned = new CountDownLatch(1);
        private final Thread thread;
        private volatile boolean closed;

        BareConsumer(String address, String name) {
            int session = Math.toIntExact(SESSION.toMillis());
            Map<String, Object> settings = Map.of(
                    "bootstrap.servers",
                    address,
                    "group.id",
                    name,
                    "session.timeout.ms",
                    session,
                    "heartbeat.interval.ms",
                    session / 20,
                    "partition.assignment.strategy",
                    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
            this.thread = new Thread(() -> poll(settings, name), "bare");
            thread.setDaemon(true);
            thread.start();
        }

        private void poll(Map<String, Object> settings, String topic) {
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.subscribe(List.of(topic), new ConsumerRebalanceListener() {
                    @Override
                    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

                    @Override
                    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                        if (!partitions.isEmpty()) {
                            assigned.countDown();
                        }
                    }
                });
                while (!closed) {
                    consumer.poll(Duration.ofMillis(20));
                }
            }
        }

        void awaitAssigned() throws InterruptedException {
            assigned.await();
        }

        @Override
        public void close() {
            closed = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
