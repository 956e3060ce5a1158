package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.SingleCall;
import dev.tenure.spi.Deadline;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.route53.model.Change;
import software.amazon.awssdk.services.route53.model.ListResourceRecordSetsResponse;
import software.amazon.awssdk.services.route53.model.RRType;
import software.amazon.awssdk.services.route53.model.ResourceRecordSet;
import software.amazon.awssdk.services.route53.model.Route53Response;

/**
 * Makes the calls to one hosted zone, each within the rate limit and ended by its deadline. Thread-safe.
 *
 * <p>A change is sent once, even with a client that retries. Only a change that Route53 rejected because another was
 * under way, and so had no effect, is sent again here.
 */
final class Zone implements AutoCloseable {
    private static final int MOST_PER_PAGE = 300;
    private static final int BUSY_TRIES = 5;
    private static final long BUSY_NANOS = 100_000_000;

    private final Route53Client client;
    private final boolean owned;
    private final String id;
    private final RequestRateLimit rateLimit;
    private final ServiceClock clock;

    /** Creates access to one zone; {@code owned} says whether to close the client with it. */
    Zone(Route53Client client, boolean owned, String id, RequestRateLimit rateLimit, ServiceClock clock) {
        this.client = client;
        this.owned = owned;
        this.id = id;
        this.rateLimit = rateLimit;
        this.clock = clock;
    }

    String id() {
        return id;
    }

    RequestRateLimit rateLimit() {
        return rateLimit;
    }

    ServiceClock clock() {
        return clock;
    }

    /**
     * Returns both records of an election, including changes that are still PENDING. One listing shows both, unless
     * there are foreign records between them.
     */
    ElectionRecords read(String lockName, String sideName, Deadline deadline) {
        String doing = "reading " + lockName;
        ListResourceRecordSetsResponse page = page(doing, lockName, 2, deadline);
        List<ResourceRecordSet> listed = page.resourceRecordSets();
        TxtRecord lock = find(listed, lockName);
        TxtRecord side = find(listed, sideName);
        if (side == null && Boolean.TRUE.equals(page.isTruncated()) && isBeneath(listed, lockName)) {
            side = find(page(doing, sideName, 1, deadline).resourceRecordSets(), sideName);
        }
        return new ElectionRecords(lock, side);
    }

    /** Returns the record of this name, including changes that are still PENDING, or null if there is none. */
    @Nullable TxtRecord read(String name, Deadline deadline) {
        return find(page("reading " + name, name, 1, deadline).resourceRecordSets(), name);
    }

    private static boolean isBeneath(List<ResourceRecordSet> listed, String lockName) {
        String last = listed.isEmpty()
                ? ""
                : RecordNames.normal(listed.get(listed.size() - 1).name());
        return last.equals(lockName) || last.endsWith("." + lockName);
    }

    private static @Nullable TxtRecord find(List<ResourceRecordSet> listed, String name) {
        for (ResourceRecordSet set : listed) {
            if (set.type() == RRType.TXT && RecordNames.normal(set.name()).equals(name)) {
                if (set.setIdentifier() != null || set.aliasTarget() != null) {
                    throw new StoreException(
                            Kind.MISCONFIGURED,
                            "the record " + name + " is an alias or has a routing policy, which no election writes:"
                                    + " delete it, or choose another prefix or domain");
                }
                return TxtRecord.of(set);
            }
        }
        return null;
    }

    /** Returns the names of all TXT records in this domain. */
    List<String> names(RecordNames names, Deadline deadline) {
        List<String> found = new ArrayList<>();
        String from = names.domain();
        while (from != null) {
            ListResourceRecordSetsResponse page =
                    page("listing the records of " + names.domain(), from, MOST_PER_PAGE, deadline);
            for (ResourceRecordSet set : page.resourceRecordSets()) {
                if (!names.isWithin(set.name())) {
                    return found;
                }
                if (set.type() == RRType.TXT) {
                    found.add(set.name());
                }
            }
            from = Boolean.TRUE.equals(page.isTruncated()) ? page.nextRecordName() : null;
        }
        return found;
    }

    private ListResourceRecordSetsResponse page(String doing, String from, int most, Deadline deadline) {
        return reading(
                doing,
                deadline,
                over -> client.listResourceRecordSets(list -> list.hostedZoneId(id)
                        .startRecordName(from)
                        .startRecordType(most == MOST_PER_PAGE ? null : RRType.TXT)
                        .maxItems(Integer.toString(most))
                        .overrideConfiguration(over)));
    }

    /** Returns the name of the zone, without a final dot. */
    String zoneName(Deadline deadline) {
        return RecordNames.normal(reading(
                        "looking at the zone " + id,
                        deadline,
                        over -> client.getHostedZone(get -> get.id(id).overrideConfiguration(over)))
                .hostedZone()
                .name());
    }

    private <T extends Route53Response> T reading(
            String doing, Deadline deadline, Function<AwsRequestOverrideConfiguration, T> call) {
        rateLimit.take(false, doing, deadline);
        try {
            return timed(deadline, call);
        } catch (SdkException | UncheckedIOException e) {
            throw Route53Errors.INSTANCE.reading(doing, e);
        }
    }

    /**
     * Makes all changes and returns empty, or makes none and returns Route53's message about the records that differ.
     */
    Optional<String> change(String doing, List<RecordChange> edits, Deadline deadline) {
        List<Change> changes =
                edits.stream().flatMap(edit -> edit.changes().stream()).toList();
        for (int tries = 1; ; tries++) {
            rateLimit.take(true, doing, deadline);
            try {
                timed(
                        deadline,
                        over -> client.changeResourceRecordSets(change -> change.hostedZoneId(id)
                                .changeBatch(batch -> batch.changes(changes))
                                .overrideConfiguration(over)));
                return Optional.empty();
            } catch (SdkException | UncheckedIOException e) {
                if (Route53Errors.INSTANCE.isRefusal(e)) {
                    return Optional.of(Route53Errors.INSTANCE.message((AwsServiceException) e));
                }
                StoreException failure = Route53Errors.INSTANCE.writing(doing, e);
                if (!Route53Errors.INSTANCE.isBusyZone(e) || tries >= BUSY_TRIES) {
                    throw failure;
                }
            }
            long pause = ThreadLocalRandom.current().nextLong(BUSY_NANOS * tries);
            LockSupport.parkNanos(Math.min(pause, deadline.remaining().toNanos()));
        }
    }

    /** Makes a call that is sent once and ends by the deadline; its answer sets the clock. */
    private <T extends Route53Response> T timed(Deadline deadline, Function<AwsRequestOverrideConfiguration, T> call) {
        try {
            return SingleCall.by(deadline, clock, call);
        } catch (AwsServiceException e) {
            if (Route53Errors.INSTANCE.isThrottled(e)) {
                rateLimit.throttled();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}
