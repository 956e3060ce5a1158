package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What the elections of a candidate ask of the store, in few calls where the store can")
class StoreRoundsTest {
    private static final Duration CALL = CampaignRig.TIMING.callTimeout();

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, Object> outcomes = new LinkedHashMap<>();
    private final List<Lease> leases = new ArrayList<>();
    private final RecordingRider rider = new RecordingRider();

    /** Travels once, and takes note of what becomes of it. */
    private static final class RecordingRider implements RoundRider {
        private final List<String> heard = new ArrayList<>();
        private Ride next = Ride.NONE;

        @Override
        public Ride board() {
            Ride boarding = next;
            next = Ride.NONE;
            return boarding;
        }

        @Override
        public void arrived(Ride ride, RoundAnswer answer) {
            heard.add("arrived with " + answer.rosters().keySet());
        }

        @Override
        public void failed(Ride ride, StoreException failure) {
            heard.add("failed: " + failure.getMessage());
        }
    }

    private StoreRounds rounds(Capability... abilities) {
        store.capabilities.addAll(List.of(abilities));
        StoreRounds rounds = new StoreRounds(store, loop, 4);
        rounds.takesAlong(rider);
        return rounds;
    }

    private void lead(int count) {
        for (int i = 0; i < count; i++) {
            store.claim(ballot("e" + i), Deadline.after(loop.clock, CALL));
            leases.add(((Sighting.Held) store.show("e" + i)).lease());
        }
    }

    private static Ballot ballot(String election) {
        WriteStamp stamp = new WriteStamp(0, 1, Instant.EPOCH);
        return new Ballot(
                election, Records.SELF, CampaignRig.TTL, stamp, ClaimCondition.judged(Records.never(), 0));
    }

    private static RoundRider.Ride ride(String roster) {
        RosterEntry.Heartbeat beat = new RosterEntry.Heartbeat(1, Instant.EPOCH, CampaignRig.TTL);
        RosterEntry entry = new RosterEntry(Records.SELF, 1, "", true, 0, beat);
        return new RoundRider.Ride(Map.of(roster, entry), List.of(), CALL.toNanos());
    }

    /** Asks for a renewal of each lease; the trust in the last ones ends first. */
    private void renewAll(StoreRounds rounds) {
        loop.execute(() -> {
            for (int i = 0; i < leases.size(); i++) {
                Lease lease = leases.get(i);
                WriteStamp stamp = lease.stamp().next(100, Instant.EPOCH);
                RenewalRequest extension = new RenewalRequest(lease, lease.renewed(CampaignRig.TTL, stamp));
                long by = loop.clock.nanos() + CALL.toNanos();
                Consumer<Object> heard = heard(lease.election());
                rounds.renew(new Effect.Renew(extension, by, by + leases.size() - i), heard::accept, heard::accept);
            }
        });
    }

    private Consumer<Object> heard(String election) {
        return outcome -> assertThat(outcomes.put(election, outcome))
                .as("one outcome each")
                .isNull();
    }

    private void claim(StoreRounds rounds, String election) {
        loop.execute(() -> {
            Consumer<Object> heard = heard(election);
            CampaignSetup setup = new CampaignSetup(
                    election,
                    Records.SELF,
                    CampaignRig.TIMING,
                    Duration.ZERO,
                    StoreProperties.of(store),
                    StandOptions.PLAIN);
            StorePresence there = new StorePresence(store, setup, Runnable::run, (what, error) -> {});
            rounds.claim(
                    new Effect.Claim(ballot(election), loop.clock.nanos() + CALL.toNanos()),
                    there,
                    heard::accept,
                    heard::accept);
        });
    }

    private void look(StoreRounds rounds, String election) {
        loop.execute(() -> {
            Consumer<Object> heard = heard(election);
            long by = loop.clock.nanos() + CALL.toNanos();
            rounds.look(new Effect.Inspect(election, by), heard::accept, heard::accept);
        });
    }

    private void assertAllRenewed() {
        assertThat(outcomes).hasSize(leases.size());
        assertThat(outcomes.values()).allMatch(Renewal.Renewed.class::isInstance);
    }

    private void everyCallFails(Kind kind) {
        store.before = (call, election) -> {
            throw new StoreException(kind, "cannot " + call);
        };
    }

    @Test
    void thoseThatFallDueTogetherGoInOneCall() {
        lead(8);
        renewAll(rounds(Capability.BATCH));
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    void aStoreThatCannotIsCalledForEach() {
        lead(8);
        renewAll(rounds());
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).isEmpty();
    }

    @Test
    void aContestedMemberGoesAlone() {
        lead(8);
        store.contested.add("e3");
        renewAll(rounds(Capability.BATCH));
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    void aBatchThatFailsIsSplitUntilOnlyTheBadOneFails() {
        lead(8);
        store.before = (call, election) -> {
            if (election.equals("e5")) {
                throw new StoreException(Kind.OUTCOME_UNKNOWN, "bad row");
            }
        };
        renewAll(rounds(Capability.BATCH));
        loop.run();

        assertThat(outcomes).hasSize(8);
        assertThat(outcomes.get("e5")).isInstanceOf(StoreException.class);
        assertThat(outcomes.values())
                .filteredOn(StoreException.class::isInstance)
                .as("the others are not hurt")
                .hasSize(1);
    }

    @Test
    void anUnreachableStoreIsNotAskedAgainForEach() {
        lead(8);
        everyCallFails(Kind.UNREACHABLE);
        renewAll(rounds(Capability.BATCH));
        loop.run();

        assertThat(outcomes.values()).hasSize(8).allMatch(StoreException.class::isInstance);
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    @DisplayName("renewals, looks, rosters and requests that are due together are one call")
    void everythingThatIsDueTogetherIsOneCall() {
        lead(3);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        rider.next = ride("e0");
        renewAll(rounds);
        look(rounds, "followed");
        loop.run();

        assertThat(store.rounds).hasSize(1);
        assertThat(store.rounds.get(0).renewals()).hasSize(3);
        assertThat(store.rounds.get(0).looks()).containsExactly("followed");
        assertThat(rider.heard).containsExactly("arrived with [e0]");
        assertThat(outcomes).hasSize(4);
        assertThat(store.abilities.attendances()).isOne();
    }

    @Test
    void oneThingAloneIsAPlainCall() {
        lead(1);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        renewAll(rounds);
        loop.run();
        look(rounds, "followed");
        loop.run();
        claim(rounds, "free");
        loop.run();

        assertThat(outcomes).hasSize(3);
        assertThat(store.rounds).isEmpty();
    }

    @Test
    @DisplayName("a lease whose round failed is renewed at once without what travelled with it, whatever the failure")
    void whatTravelsAlongHurtsNoLease() {
        lead(1);
        for (Kind kind : Kind.values()) {
            outcomes.clear();
            store.before = (call, election) -> {
                if (call.equals("round")) {
                    throw new StoreException(kind, "the roster is broken");
                }
            };
            StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
            rider.next = ride("e0");
            renewAll(rounds);
            loop.run();

            assertAllRenewed();
            leases.set(0, ((Sighting.Held) store.show("e0")).lease());
        }
        assertThat(rider.heard).hasSize(3).allMatch(heard -> heard.equals("failed: the roster is broken"));
    }

    @Test
    @DisplayName("of more renewals than go at once, those go first whose trust ends first")
    void thoseWhoseTrustEndsFirstGoFirst() {
        lead(600);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        loop.holdCalls();
        renewAll(rounds);
        loop.run();
        loop.letCallsGo();

        assertAllRenewed();
        List<String> inOrder = store.rounds.stream()
                .flatMap(round -> round.renewals().stream())
                .map(request -> request.held().election())
                .toList();
        assertThat(store.rounds.get(0).renewals()).as("the first call").hasSizeLessThan(600);
        assertThat(inOrder.get(0)).isEqualTo("e599");
        assertThat(inOrder.get(599)).isEqualTo("e0");
    }

    @Test
    @DisplayName("what a failed call carried goes after everything that was not sent yet")
    void whatWasSentBeforeGoesLast() {
        lead(600);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        List<Integer> failing = new ArrayList<>();
        store.before = (call, election) -> {
            if (call.equals("round") && failing.isEmpty()) {
                failing.add(1);
                throw new StoreException(Kind.OUTCOME_UNKNOWN, "slow");
            }
        };
        renewAll(rounds);
        loop.run();

        assertAllRenewed();
        List<Round> sent = store.rounds;
        List<RenewalRequest> first = sent.get(0).renewals();
        int resent = sent.subList(1, sent.size()).stream()
                .map(Round::renewals)
                .toList()
                .indexOf(sent.stream()
                        .skip(1)
                        .map(Round::renewals)
                        .filter(each -> each.contains(first.get(0)))
                        .findFirst()
                        .orElseThrow());
        long fresh = sent.subList(1, 1 + resent).stream()
                .mapToLong(each -> each.renewals().size())
                .sum();
        assertThat(fresh).as("renewals sent before the first is sent again").isEqualTo(600 - first.size());
    }

    @Test
    void whatCannotBeSentInTimeIsGivenUpWithoutEffect() {
        lead(600);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        loop.holdCalls();
        renewAll(rounds);
        loop.advance(CALL.plusNanos(1));

        assertThat(outcomes.values())
                .filteredOn(StoreException.class::isInstance)
                .as("those that were never sent")
                .hasSizeBetween(100, 599)
                .allMatch(failed -> ((StoreException) failed).kind() == Kind.UNREACHABLE);
    }

    @Test
    @DisplayName("while more renewals wait than the next call takes, nothing is claimed, and nobody starts")
    void renewalsGoBeforeClaimsAndStarts() {
        lead(1_200);
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        loop.holdCalls();
        renewAll(rounds);
        loop.run();
        List<String> started = new ArrayList<>();
        loop.execute(() -> rounds.whenFree(() -> started.add("next")));
        claim(rounds, "free");
        loop.run();

        assertThat(started).isEmpty();
        loop.letCallsGo();
        assertThat(started).containsExactly("next");
        assertThat(store.show("free")).isInstanceOf(Sighting.Held.class);
        Round last = store.rounds.get(store.rounds.size() - 1);
        assertThat(last.claims()).as("it went alone, and last").isEmpty();
    }

    @Test
    @DisplayName("claims that come while one is under way go together in the next call")
    void claimsThatComeMeanwhileGoTogether() {
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        loop.holdCalls();
        claim(rounds, "c0");
        loop.run();
        for (int i = 1; i <= 50; i++) {
            claim(rounds, "c" + i);
        }
        loop.run();
        assertThat(loop.callsHeldBack()).isOne();
        loop.letCallsGo();

        assertThat(outcomes).hasSize(51);
        assertThat(store.rounds).singleElement().satisfies(round -> assertThat(round.claims())
                .hasSize(50));
    }

    @Test
    @DisplayName("a call that takes long keeps others from being sent only for a moment")
    void aSlowCallDelaysOthersOnlyAMoment() {
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        loop.holdCalls();
        look(rounds, "a");
        loop.run();
        look(rounds, "b");
        loop.run();
        assertThat(loop.callsHeldBack()).isOne();
        loop.advance(CALL.dividedBy(10));

        assertThat(loop.callsHeldBack()).isEqualTo(2);
    }

    @Test
    void whatTravelsGoesAloneIfNothingElseDoes() {
        StoreRounds rounds = rounds(Capability.BATCH, Capability.ROUND);
        rider.next = ride("e0");
        loop.execute(rounds::ride);
        loop.run();

        assertThat(rider.heard).containsExactly("arrived with [e0]");
        assertThat(store.rounds).hasSize(1);
    }
}
