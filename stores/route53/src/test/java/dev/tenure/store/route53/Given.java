package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.aws.TimedConnections;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.route53.Route53Client;

/** What the tests of this module say again and again. */
final class Given {
    static final Duration LIMIT = Duration.ofSeconds(30);
    static final Duration TTL = Duration.ofSeconds(60);
    static final String ZONE = "Z1234567890ABC";
    static final String DOMAIN = "example.com";

    /** More than any test sends, so that none waits for its budget unless it wants to. */
    static final double RATE = 10_000;

    private static final AtomicLong ATTEMPTS = new AtomicLong();

    private Given() {}

    /** Returns a client as the store makes its own. */
    static Route53Client client(URI endpoint) {
        return Route53Client.builder()
                .region(Region.AWS_GLOBAL)
                .endpointOverride(endpoint)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create(new TimedConnections()))
                .build();
    }

    static Route53StoreBuilder on(Route53Client client) {
        return Route53Store.on(client, ZONE, DOMAIN).rate(RATE);
    }

    static Identity identity(String name) {
        return new Identity(UUID.randomUUID().toString(), name, null);
    }

    static Deadline soon() {
        return within(LIMIT);
    }

    static Deadline within(Duration duration) {
        return Deadline.after(TimeSource.system(), duration);
    }

    static Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    static Ballot ballot(String election, Sighting replacing) {
        return ballot(election, replacing, identity("alice"));
    }

    static Ballot ballot(String election, Sighting replacing, Identity candidate) {
        Stamp stamp = new Stamp(0, ATTEMPTS.incrementAndGet(), wall());
        return new Ballot(election, candidate, TTL, stamp, Grounds.judged(replacing, 0));
    }

    static Sighting inspect(LeaseStore store, String election) {
        return store.inspect(election, soon());
    }

    /** Lets somebody replace whatever is there, as one that has waited it out. */
    static Lease elect(LeaseStore store, String election) {
        return granted(store.claim(ballot(election, inspect(store, election)), soon()));
    }

    static Lease granted(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Granted.class))
                .actual()
                .lease();
    }

    static Extension extension(Lease held) {
        return new Extension(held, held.renewed(held.ttl(), held.stamp().next(ATTEMPTS.incrementAndGet(), wall())));
    }

    static Lease renewed(Renewal renewal) {
        return assertThat(renewal)
                .asInstanceOf(type(Renewal.Renewed.class))
                .actual()
                .lease();
    }

    static Lease held(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Held.class))
                .actual()
                .lease();
    }

    static Sighting.Unreadable unreadable(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Unreadable.class))
                .actual();
    }

    /** Checks that the call fails in this way, and returns what it says for further checks. */
    static ThrowableAssertAlternative<StoreException> assertFails(StoreException.Kind kind, ThrowingCallable call) {
        return org.assertj.core.api.Assertions.assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call)
                .matches(failure -> failure.kind() == kind, "is of kind " + kind)
                .matches(failure -> !String.valueOf(failure.getMessage()).contains("\n"), "is one line");
    }

    /** Waits until the condition holds. */
    static void await(String what, BooleanSupplier condition) {
        Deadline end = within(LIMIT);
        while (!condition.getAsBoolean()) {
            if (end.hasPassed()) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
