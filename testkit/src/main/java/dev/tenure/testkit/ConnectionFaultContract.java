package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.assertFails;
import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.inspect;
import static dev.tenure.testkit.StoreTestSteps.renew;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static dev.tenure.testkit.StoreTestSteps.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a caller may conclude when the connection to the server fails, as tests for any store that has a server: extend
 * it, and say where the server is and how to open the store.
 *
 * <p>Each test has two stores on the same records: one through a {@link TcpFaultProxy}, one directly.
 */
public abstract class ConnectionFaultContract {
    /** The time of a call that will not be answered. */
    protected static final Duration SHORT = Duration.ofMillis(500);

    /** The network between {@link #store} and the server. */
    protected TcpFaultProxy proxy;

    /** A store whose connections go through the proxy. */
    protected LeaseStore store;

    /** A store on the same records whose connections do not fail. */
    protected LeaseStore direct;

    /** Returns the address of the server. */
    protected abstract InetSocketAddress server();

    /** Opens a store at the given address, on the same records each time in one test. */
    protected abstract LeaseStore open(InetSocketAddress address);

    /** Opens the proxy before the server. */
    protected TcpFaultProxy openProxy() {
        return new TcpFaultProxy(server());
    }

    /** Closes what {@link #openProxy} opened. */
    protected void closeProxy(TcpFaultProxy opened) {
        opened.close();
    }

    /**
     * Tells whether the client checks a connection before it sends a call, or sends it again; then it replaces one that
     * was reset, and the call succeeds unless the reset comes after the check.
     */
    protected boolean checksConnectionBeforeSending() {
        return false;
    }

    @BeforeEach
    void openStores() {
        proxy = openProxy();
        store = open(proxy.address());
        direct = open(server());
    }

    @AfterEach
    void closeStores() {
        store.close();
        direct.close();
        closeProxy(proxy);
    }

    @Test
    @DisplayName("a claim whose answer is lost has an unknown outcome, and is found by its attempt (R8)")
    void claimWithLostAnswerIsFoundByItsAttempt() {
        StoreTestSteps.elect(store, "other");
        Ballot ballot = StoreTestSteps.ballot("a", new Sighting.Never());
        proxy.loseAnswers();

        assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, within(SHORT)));
        proxy.pass();

        Lease found = held(inspect(store, "a"));
        assertThat(found.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    @Test
    @DisplayName("a renewal that never arrives has an unknown outcome, and changes nothing")
    void renewalThatNeverArrivesHasUnknownOutcome() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.blackHole();

        assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(extension(lease), within(SHORT)));
        assertThat(held(inspect(direct, "a"))).isEqualTo(lease);
    }

    @Test
    @DisplayName("a read whose answer is lost leaves nothing unknown")
    void readWithLostAnswerIsUnreachable() {
        inspect(store, "a");
        proxy.loseAnswers();

        assertFails(Kind.UNREACHABLE, () -> store.inspect("a", within(SHORT)));
    }

    @Test
    @DisplayName("a read that never arrives ends at its deadline (R3)")
    void readIntoBlackHoleEndsAtItsDeadline() {
        inspect(store, "a");
        proxy.blackHole();

        assertFails(Kind.UNREACHABLE, () -> store.inspect("a", within(SHORT)));
    }

    @Test
    @DisplayName("a refused connection has no effect, and the server is used when it is back")
    void refusedConnectionHasNoEffectAndStoreRecovers() {
        proxy.refuse();
        assertFails(Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), soon()));
        proxy.pass();

        assertThat(inspect(direct, "a")).isEqualTo(new Sighting.Never());
        StoreTestSteps.elect(store, "a");
    }

    @Test
    @DisplayName("a claim over a new connection to a silent server ends at its deadline (R3)")
    void claimOnSilentServerEndsAtItsDeadline() {
        proxy.blackHole();

        assertFails(
                Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), within(SHORT)));
        assertThat(inspect(direct, "a")).isEqualTo(new Sighting.Never());
    }

    @Test
    @DisplayName("a connection that was reset is replaced")
    void resetConnectionIsReplaced() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.reset();

        boolean replaced = isRenewedAtOnce(lease);
        assertThat(replaced && !checksConnectionBeforeSending()).isFalse();
        assertThat(renew(store, held(inspect(direct, "a"))).isSameTerm(lease)).isTrue();
    }

    private boolean isRenewedAtOnce(Lease lease) {
        try {
            renew(store, lease);
            return true;
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
            return false;
        }
    }
}
