package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that takes requests shows the last one of each election; a store that does not says so. */
abstract class RequestBehaviour extends StoreBehaviour {
    RequestBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a request is seen through every handle, until the next one for the same election replaces it")
    void aRequestStaysUntilTheNextReplacesIt() {
        if (lacksRequests()) {
            return;
        }
        submit(store, request(election, 1));
        submit(open(), request(election, 2));
        assertThat(pending(store)).isEqualTo(request(election, 2));

        submit(store, request(election, 1));

        assertThat(pending(open())).isEqualTo(request(election, 1));
        assertThat(pending(store)).isEqualTo(request(election, 1));
    }

    @Test
    @DisplayName("every field of a request is kept: unusual names, and the highest token")
    void everyFieldIsKept() {
        if (lacksRequests()) {
            return;
        }
        Request request =
                new Request(election, Lease.MAX_TOKEN, "id-é-選/…", wall(), "Zoë \"the\\operator\" 選挙 🗳,\nsecond line");
        store.requests().submit(request, soon());

        Request found = found(open());

        assertThat(shown(found)).isEqualTo(shown(request));
        assertThat(found.at()).isBetween(request.at().minus(contract.rounding()), request.at());
    }

    @Test
    @DisplayName("a missing successor is kept as missing, even where the request before had one")
    void aMissingSuccessorIsKeptAsMissing() {
        if (lacksRequests()) {
            return;
        }
        submit(store, new Request(election, 7, "successor", wall(), "somebody"));
        submit(store, new Request(election, 7, null, wall(), ""));

        assertThat(pending(open())).isEqualTo(new Request(election, 7, null, Instant.EPOCH, ""));
    }

    @Test
    @DisplayName("a request for a term that is over is still shown: the engine finds it void (R17)")
    void aVoidRequestIsStillShown() {
        if (lacksRequests()) {
            return;
        }
        Lease lease = elect(alice);
        submit(store, request(election, lease.token()));
        release(lease);
        elect(bob);

        assertThat(pending(store)).isEqualTo(request(election, lease.token()));
    }

    @Test
    @DisplayName("only the elections asked for are answered, and of those only the ones with a request")
    void onlyTheElectionsAskedForAreAnswered() {
        if (lacksRequests()) {
            return;
        }
        String other = contract.newElection();
        String third = contract.newElection();
        submit(store, request(election, 1));
        submit(store, request(other, 2));

        assertThat(shown(store.requests().pending(List.of(election, third), soon())))
                .isEqualTo(Map.of(election, request(election, 1)));
        assertThat(shown(store.requests().pending(List.of(election, other, third), soon())))
                .isEqualTo(Map.of(election, request(election, 1), other, request(other, 2)));
        assertThat(store.requests().pending(List.of(third), soon())).isEmpty();
        assertThat(store.requests().pending(List.of(), soon())).isEmpty();
    }

    @Test
    @DisplayName("requests for different legal names are kept apart")
    void requestsAreKeptApart() {
        if (lacksRequests()) {
            return;
        }
        List<String> names =
                contract.legalNames().stream().map(name -> name + election).toList();
        for (String name : names) {
            submit(store, request(name, 1 + names.indexOf(name)));
        }

        Map<String, Request> found = store.requests().pending(names, soon());

        assertThat(found).hasSameSizeAs(names);
        assertThat(shown(found))
                .allSatisfy((name, request) -> assertThat(request).isEqualTo(request(name, 1 + names.indexOf(name))));
    }

    @Test
    @DisplayName("each request wakes the watcher on another handle")
    void eachRequestWakesTheWatcher() throws InterruptedException {
        if (lacksRequests() || !has(Capability.WATCH)) {
            return;
        }
        Semaphore wakeUps = new Semaphore(0);
        Backend.Watch watch = open().watch(election, wakeUps::release);
        for (int token = 1; token <= 3; token++) {
            wakeUps.drainPermits();
            submit(store, request(election, token));

            assertThat(wakeUps.tryAcquire(contract.callLimit().toMillis(), TimeUnit.MILLISECONDS))
                    .as("woken by request %d", token)
                    .isTrue();
        }
        watch.close();
    }

    @Test
    @DisplayName("a request does not touch the record it is about")
    void aRequestDoesNotTouchTheRecord() {
        if (lacksRequests()) {
            return;
        }
        submit(store, request(election, 1));
        assertThat(inspect()).isEqualTo(new Sighting.Never());
        Lease lease = elect(alice);

        submit(store, request(election, lease.token()));

        assertThat(held(inspect())).isEqualTo(lease);
        assertThat(renewed(renew(lease)).isSameTerm(lease)).isTrue();
    }

    @Test
    @DisplayName("a call whose deadline has passed is not sent (R3)")
    void aCallWhoseDeadlineHasPassedIsNotSent() {
        if (lacksRequests()) {
            return;
        }
        assertUnreachable(() -> store.requests().submit(request(election, 1), passed()));
        assertUnreachable(() -> store.requests().pending(List.of(election), passed()));
        assertThat(store.requests().pending(List.of(election), soon())).isEmpty();
    }

    private boolean lacksRequests() {
        return lacks(Capability.REQUESTS, () -> store.requests());
    }

    private void submit(LeaseStore handle, Request request) {
        handle.requests().submit(request, soon());
    }

    private Request pending(LeaseStore handle) {
        return shown(found(handle));
    }

    private Request found(LeaseStore handle) {
        Map<String, Request> found = handle.requests().pending(List.of(election), soon());
        assertThat(found).containsOnlyKeys(election);
        return Objects.requireNonNull(found.get(election));
    }

    /** Without a roster no successor can be named. */
    private Request request(String election, long token) {
        String successor = has(Capability.ROSTER) ? "successor-" + token : null;
        return new Request(election, token, successor, Instant.EPOCH, "somebody");
    }

    private static Map<String, Request> shown(Map<String, Request> requests) {
        return requests.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> shown(entry.getValue())));
    }

    /** Returns a request without its time, which a store may round. */
    private static Request shown(Request request) {
        return new Request(request.election(), request.token(), request.successor(), Instant.EPOCH, request.by());
    }
}
