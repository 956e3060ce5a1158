package dev.tenure.testkit;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The base of the groups of {@link ElectionContract}: opens candidates on one store, and waits for what they do. */
abstract class CandidateBehaviour {
    final ElectionContract contract;
    private final List<Candidate> candidates = new ArrayList<>();
    final String election;

    CandidateBehaviour(ElectionContract contract) {
        this.contract = contract;
        this.election = contract.newElection();
    }

    @AfterEach
    void closeCandidates() {
        candidates.forEach(Candidate::close);
    }

    Candidate candidate(String name) {
        return candidate(name, builder -> builder);
    }

    Candidate candidate(String name, UnaryOperator<CandidateBuilder> settings) {
        CandidateBuilder builder =
                contract.candidateOn(contract.open()).named(name).timing(timing());
        Candidate candidate = settings.apply(builder).start();
        candidates.add(candidate);
        return candidate;
    }

    Timing timing() {
        return contract.timing();
    }

    Duration limit() {
        return contract.limit();
    }

    String newElection() {
        return contract.newElection();
    }

    boolean keepsRequests() {
        return contract.keepsRequests();
    }

    boolean has(Capability capability) {
        try (LeaseStore store = contract.open()) {
            return store.capabilities().contains(capability);
        }
    }

    Term awaitTerm(Election stand) throws InterruptedException {
        return stand.awaitLeadership(limit())
                .orElseThrow(() -> new AssertionError("did not lead within " + limit() + ": " + stand.status()));
    }

    /** Waits until the condition holds. */
    void await(String what, BooleanSupplier condition) {
        StoreTestSteps.await(what, limit(), condition);
    }

    /** Waits until one of them leads, and returns it. */
    Election awaitLeader(List<Election> stands) {
        await("one of " + stands.size() + " leads", () -> leader(stands) != null);
        Election leader = leader(stands);
        return leader == null ? awaitLeader(stands) : leader;
    }

    private static @Nullable Election leader(List<Election> stands) {
        return stands.stream().filter(Election::isLeader).findFirst().orElse(null);
    }
}
