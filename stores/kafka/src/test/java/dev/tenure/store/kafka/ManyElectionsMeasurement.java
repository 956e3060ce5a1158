package dev.tenure.store.kafka;

import com.sun.management.OperatingSystemMXBean;
import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Measures what many elections cost a process that leads them all and one that follows in all, with the default timing:
 * threads, requests and processor time; and how long renewals and a start take. Arguments: how many. Run with the class
 * path of the tests; it asserts nothing.
 */
@SuppressWarnings("SystemOut") // it prints its results
final class ManyElectionsMeasurement {
    private static final Duration MEASURED = Duration.ofSeconds(30);
    private static final Duration SETTLING = Duration.ofSeconds(15);
    private static final TimeSource TIME = TimeSource.system();

    private ManyElectionsMeasurement() {}

    public static void main(String[] args) throws Exception {
        int number = Integer.parseInt(args[0]);
        if (args.length > 1) {
            stand(args[1], number, "follower");
            return;
        }
        try (TestBroker broker = TestBroker.start("")) {
            renewals(broker);
            stand(broker.address(), number, "leader");
        }
        Runtime.getRuntime().exit(0);
    }

    private static void renewals(TestBroker broker) {
        try (KafkaStore store = broker.store().topic("renewals").open()) {
            StoreCaller caller = new StoreCaller(store, "one", Duration.ofMinutes(5));
            Lease lease = caller.lead();
            int count = 0;
            long start = TIME.nanos();
            while (TIME.nanos() - start < SETTLING.toNanos()) {
                lease = caller.renew(lease);
                count++;
            }
            System.out.printf(
                    Locale.ROOT, "one lease, one renewal after the other: %d/s%n", count / SETTLING.toSeconds());
        }
    }

    /** Stands in all elections; the leader has a follower in another process. */
    private static void stand(String address, int number, String role) throws Exception {
        long opened = TIME.nanos();
        try (Candidate node = Candidate.on(KafkaStore.on(address).topic("many").open())
                .closingStore()
                .start()) {
            List<Election> stands = new ArrayList<>();
            for (int each = 0; each < number; each++) {
                stands.add(node.stand("election-" + each));
            }
            StoreTestSteps.await(
                    "all are led",
                    () -> stands.stream().allMatch(each -> each.status().leader() != null));
            System.out.printf(
                    Locale.ROOT, "%s: all %d led after %d ms%n", role, number, (TIME.nanos() - opened) / 1_000_000);
            if (role.equals("leader")) {
                try (CandidateProcess follower = new CandidateProcess(
                        ManyElectionsMeasurement.class, Map.of(), Integer.toString(number), address)) {
                    measure(role);
                    follower.printUntilEnd();
                }
            } else {
                measure(role);
            }
        }
    }

    private static void measure(String role) throws Exception {
        KafkaTestData.comesWithin(SETTLING, () -> false);
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = process.getProcessCpuTime();
        double requests = sum("request-total");
        KafkaTestData.comesWithin(MEASURED, () -> false);
        System.out.printf(
                Locale.ROOT,
                "%s: %d threads, %.0f connections, %.1f requests/s, %.1f %% of a core%n",
                role,
                Thread.getAllStackTraces().size(),
                sum("connection-count"),
                (sum("request-total") - requests) / MEASURED.toSeconds(),
                100.0 * (process.getProcessCpuTime() - cpu) / MEASURED.toNanos());
    }

    /** Returns the sum of a metric over all clients of Kafka in this JVM. */
    private static double sum(String metric) throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        double all = 0;
        for (ObjectName bean : beans.queryNames(new ObjectName("kafka.*:client-id=*,type=*-metrics"), null)) {
            for (Attribute attribute :
                    beans.getAttributes(bean, new String[] {metric}).asList()) {
                all += (double) attribute.getValue();
            }
        }
        return all;
    }
}
