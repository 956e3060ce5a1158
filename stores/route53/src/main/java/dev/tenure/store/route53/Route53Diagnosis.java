package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.aws.ConnectFailedException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.route53.model.NoSuchHostedZoneException;

/**
 * Checks the zone for problems that elections would have there.
 *
 * <p>The permission to change records is checked by a batch that deletes a missing record: Route53 reports the missing
 * record only to users that may change records, and nothing is ever written.
 */
final class Route53Diagnosis {
    private static final String ZONE = "zone";
    private static final String PERMISSIONS = "permissions";
    private static final String GRANT = "allow route53:ListResourceRecordSets and route53:ChangeResourceRecordSets on"
            + " the zone, as docs/stores/route53.md shows";

    private static final String MEND = "mend that first, then ask again";

    /** AWS refuses signatures that are five minutes off. */
    private static final Duration MOST_APART = Duration.ofSeconds(60);

    private final Zone zone;
    private final RecordNames names;

    Route53Diagnosis(Zone zone, RecordNames names) {
        this.zone = zone;
        this.names = names;
    }

    List<CheckResult> run(Timing timing, Deadline deadline) {
        List<CheckResult> findings = new ArrayList<>();
        Optional<List<CheckResult>> unreached = zone(findings, deadline);
        if (unreached.isPresent()) {
            return unreached.get(); // nothing else can be checked
        }
        Optional<Duration> slower = permissions(findings, deadline);
        slower.ifPresent(latency -> findings.add(latency(latency, timing)));
        findings.add(rate(timing));
        clock().ifPresent(findings::add);
        return findings;
    }

    /** Returns the results if the zone itself could not be read. */
    private Optional<List<CheckResult>> zone(List<CheckResult> findings, Deadline deadline) {
        try {
            String name = zone.zoneName(deadline);
            boolean within = names.domain().equals(name) || names.domain().endsWith("." + name);
            findings.add(
                    within
                            ? CheckResult.ok(ZONE, zone.id() + " is the zone of " + name)
                            : CheckResult.fail(
                                    ZONE,
                                    zone.id() + " is the zone of " + name + ", and " + names.domain() + " is not in it",
                                    "correct the zone id or the domain"));
        } catch (StoreException e) {
            findings.add(
                    e.getCause() instanceof RuntimeException cause && Route53Errors.INSTANCE.isDenied(cause)
                            ? CheckResult.warn(
                                    ZONE,
                                    "the zone " + zone.id() + " could not be looked at",
                                    "allow route53:GetHostedZone to whoever runs the doctor; elections do not need it")
                            : CheckResult.fail(
                                    ZONE,
                                    String.valueOf(e.getMessage()),
                                    e.getCause() instanceof NoSuchHostedZoneException ? "correct the zone id" : MEND));
            return ConnectFailedException.finding(e);
        }
        return Optional.empty();
    }

    /** Returns the longer duration of a read and a change, if both are allowed. */
    private Optional<Duration> permissions(List<CheckResult> findings, Deadline deadline) {
        String nobody = "doctor-" + UUID.randomUUID();
        try {
            long start = zone.clock().now().nanos();
            zone.read(names.lock(nobody), names.side(nobody), deadline);
            long between = zone.clock().now().nanos();
            ElectionRecords never = new ElectionRecords(new LockValue("nobody", 0).record(), null);
            zone.change(
                    "trying a change of " + names.lock(nobody),
                    List.of(new RecordChange(names.lock(nobody), names.side(nobody), never, ElectionRecords.NONE)),
                    deadline);
            findings.add(CheckResult.ok(PERMISSIONS, "records of " + names.domain() + " may be listed and changed"));
            return Optional.of(Duration.ofNanos(
                    Math.max(between - start, zone.clock().now().nanos() - between)));
        } catch (StoreException e) {
            boolean denied = e.getCause() instanceof RuntimeException cause && Route53Errors.INSTANCE.isDenied(cause);
            findings.add(CheckResult.fail(PERMISSIONS, String.valueOf(e.getMessage()), denied ? GRANT : MEND));
        }
        return Optional.empty();
    }

    private static CheckResult latency(Duration latency, Timing timing) {
        String text = "a request takes " + latency.toMillis() + " ms, and may take "
                + timing.callTimeout().toMillis();
        return latency.multipliedBy(4).compareTo(timing.callTimeout()) <= 0
                ? CheckResult.ok("latency", text)
                : CheckResult.warn("latency", text, "raise the call timeout and the ttl");
    }

    private CheckResult rate(Timing timing) {
        RequestRateLimit rateLimit = zone.rateLimit();
        String text = "this process may send " + rateLimit.rate() + " requests a second: enough to follow "
                + rateLimit.followed(timing.interval()) + " elections every "
                + timing.interval().toMillis() + " ms, or to lead in many more";
        try {
            rateLimit.check(timing);
            return CheckResult.ok("rate", text);
        } catch (IllegalArgumentException e) {
            return CheckResult.fail("rate", text, String.valueOf(e.getMessage()));
        }
    }

    private Optional<CheckResult> clock() {
        Duration ahead = zone.clock().wallAhead();
        if (ahead == null) {
            return Optional.empty();
        }
        String text = ahead.isZero()
                ? "the clock of this machine is that of Route53, to a second"
                : "the clock of this machine is " + ahead.abs().toMillis() + " ms "
                        + (ahead.isNegative() ? "behind" : "ahead of") + " that of Route53";
        return Optional.of(
                ahead.abs().compareTo(MOST_APART) <= 0
                        ? CheckResult.ok("clock", text)
                        : CheckResult.warn(
                                "clock", text, "set it, best by NTP: AWS refuses signatures that are 5 min off"));
    }
}
