package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R14 What a store cannot do is refused by name, never ignored")
class R14MissingAbilitiesTest {
    private static final Duration SOON = Duration.ofSeconds(50);

    /** Returns a store without this ability, and with all others that the store in memory has. */
    private static LeaseStore without(Capability missing) {
        InMemoryStore store = new InMemoryStore();
        store.capabilities.addAll(EnumSet.of(Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY));
        store.capabilities.remove(missing);
        return new ForwardingStore(store);
    }

    private static CandidateBuilder on(LeaseStore store) {
        return Candidate.on(store).named("node-1").withoutShutdownHook();
    }

    /** What needs each ability, and what the refusal must name. */
    private static Map<String, ThrowingCallable> uses(Capability ability, LeaseStore store, Candidate node) {
        Election election = node.stand("payroll");
        return switch (ability) {
            case ROSTER ->
                Map.of(
                        "priority 10", () -> on(store).priority(10).start(),
                        "preferNewest", () -> on(store).preferNewest().start(),
                        "priority 11", () -> node.reconfigure(settings -> settings.withPriority(11)),
                        "shards", () -> node.standForShards("orders", 2),
                        "to transfer to", () -> election.transferTo(Successor.named("node-2")),
                        "request a resignation", () -> node.requestTransfer("payroll", Successor.named("node-2"), SOON),
                        "keeps no roster", () -> node.roster("payroll", SOON));
            case REQUESTS ->
                Map.of(
                        "passes no requests on", () -> node.requestResign("payroll", SOON),
                        "leader's own process", () -> node.requestTransfer("payroll", Successor.named("node-2"), SOON));
            case HISTORY -> Map.of("keeps no history", () -> node.history("payroll", SOON));
            default -> Map.of();
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"ROSTER", "REQUESTS", "HISTORY"})
    void eachUseOfAMissingAbilityIsRefused(Capability missing) {
        LeaseStore store = without(missing);
        try (Candidate node = on(store).start()) {
            uses(missing, store, node)
                    .forEach((named, use) -> assertThatThrownBy(use)
                            .isInstanceOfAny(IllegalArgumentException.class, UnsupportedOperationException.class)
                            .hasMessageContaining(named)
                            .hasMessageContaining("the " + store.name() + " store"));
            assertThat(node.settings().priority()).isEqualTo(CandidateBuilder.DEFAULT_PRIORITY);
        }
    }
}
