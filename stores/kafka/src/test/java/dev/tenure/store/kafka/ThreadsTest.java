package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.testkit.StoreTestSteps;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts threads and connections of the whole JVM")
@Tag("server")
@Timeout(600)
class ThreadsTest {
    private static final int MANY = 1_000;

    private final String election = KafkaTestData.newElection();

    @Test
    @DisplayName("a thousand elections have the threads and the connections of one")
    void thousandElectionsHaveThreadsOfOne() throws Exception {
        try (Candidate node = Candidate.on(
                        TestBroker.shared().store().topic(election).open())
                .closingStore()
                .timing(Timing.of(Duration.ofSeconds(60), Duration.ofSeconds(5)))
                .start()) {
            Election one = node.stand(election);
            assertThat(one.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
            Set<String> threads = threads();
            double connections = connections();
            List<Election> stands = new ArrayList<>();
            for (int each = 1; each < MANY; each++) {
                stands.add(node.stand(election + "-" + each));
            }
            for (Election stand : stands) {
                assertThat(stand.awaitLeadership(StoreTestSteps.LIMIT.multipliedBy(4)))
                        .isPresent();
            }

            // Fewer is fine: clients of earlier tests may end meanwhile.
            assertThat(threads).containsAll(threads());
            assertThat(connections()).isPositive().isLessThanOrEqualTo(connections);
        }
    }

    /** Returns the threads of Kafka's clients and of the store. */
    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("kafka"))
                .forEach(names::add);
        return names;
    }

    /** Returns the open connections of all clients of Kafka in this JVM, as they count them themselves. */
    private static double connections() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        double all = 0;
        for (ObjectName bean : beans.queryNames(new ObjectName("kafka.*:client-id=*,type=*-metrics"), null)) {
            for (Attribute attribute :
                    beans.getAttributes(bean, new String[] {"connection-count"}).asList()) {
                all += (double) attribute.getValue();
            }
        }
        return all;
    }

    @Test
    @DisplayName("a closed store leaves no threads behind, Kafka's included, also where no broker answered")
    void closedStoresLeaveNoThreads() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        for (String address : List.of(TestBroker.shared().address(), "127.0.0.1:" + free)) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            try (Candidate node = Candidate.on(
                            KafkaStore.on(address).topic(election).open())
                    .closingStore()
                    .timing(KafkaTestData.TIMING)
                    .start()) {
                Election stand = node.stand(election);
                StoreTestSteps.await(
                        "it leads, or cannot",
                        () -> stand.isLeader() || stand.status().consecutiveFailures() > 0);
            }
            StoreTestSteps.await(
                    "all threads are gone",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> !before.contains(thread))
                            .noneMatch(thread -> thread.getName().contains("kafka")));
        }
    }
}
