package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.topology.AnotherMasterException;
import dev.tenure.store.redis.topology.MajorityCheck;
import dev.tenure.store.redis.topology.MajorityCheck.ConfirmedMaster;
import dev.tenure.store.redis.topology.MasterVote;
import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import dev.tenure.store.redis.topology.MasterVotes;
import dev.tenure.store.redis.topology.Topology;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

/** How votes decide before anything is sent. */
class MajorityCheckTest {
    private static final HostAndPort HERE = new HostAndPort("here", 1);
    private static final String ELSEWHERE = "there:1";
    private static final CallPurpose RENEWAL = new CallPurpose("renewing a", CallPurpose.Type.RENEWAL);
    private static final CallPurpose CLAIM = new CallPurpose("claiming a", CallPurpose.Type.CLAIM);

    /** Voters of which the first ones answer, each with the master it names. */
    private record Voters(int voterCount, List<String> named) implements Topology {
        @Override
        public boolean hasVoters() {
            return true;
        }

        @Override
        public MasterVotes askVoters(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
            MasterVotes votes = new MasterVotes("voters", voterCount);
            for (int i = 0; i < named.size(); i++) {
                ElectedMaster master = new ElectedMaster(named.get(i), "1");
                votes.add(new MasterVote("voter " + i, voterCount, Map.of(), slot -> master));
            }
            return votes;
        }

        @Override
        public HostAndPort masterOf(int slot, Deadline deadline) {
            return HERE;
        }

        @Override
        public List<HostAndPort> masters(Deadline deadline) {
            return List.of(HERE);
        }

        @Override
        public void suspect(HostAndPort node) {
            // They say the same again.
        }
    }

    /** Voters that agree, and change their minds together. */
    private static final class Changing implements Topology {
        private ElectedMaster decision = new ElectedMaster("", "");

        /** Returns the epoch in which the node counts as the master, once the voters have decided for it. */
        String decide(MajorityCheck check, HostAndPort node, String epoch) {
            decision = new ElectedMaster(node.toString(), epoch);
            return check.confirmBefore(RENEWAL, node, List.of(0), StoreTestSteps.soon())
                    .epoch();
        }

        @Override
        public boolean hasVoters() {
            return true;
        }

        @Override
        public MasterVotes askVoters(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
            MasterVotes votes = new MasterVotes("voters", 1);
            votes.add(new MasterVote("voter", 1, Map.of(), slot -> decision));
            return votes;
        }

        @Override
        public HostAndPort masterOf(int slot, Deadline deadline) {
            return HERE;
        }

        @Override
        public List<HostAndPort> masters(Deadline deadline) {
            return List.of(HERE);
        }

        @Override
        public void suspect(HostAndPort node) {
            // They are asked each time.
        }
    }

    private static void assertNothingIsSent(boolean postponed, List<String> named) {
        MajorityCheck check = new MajorityCheck(new Voters(4, named));
        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE,
                        () -> check.confirmBefore(
                                CLAIM, HERE, List.of(0), StoreTestSteps.within(Duration.ofMillis(50))))
                .matches(failure -> failure.isPostponed() == postponed, "is postponed: " + postponed);
    }

    /** The candidate itself is able to lead. */
    @Test
    void claimIsPostponedWhileMajorityDisagrees() {
        assertNothingIsSent(true, List.of(HERE.toString(), HERE.toString(), ELSEWHERE));
    }

    /** Another candidate may reach more of them, and must not wait for this one. */
    @Test
    void claimWithTooFewVotersIsNotPostponed() {
        assertNothingIsSent(false, List.of(HERE.toString(), HERE.toString()));
    }

    /** So that it is looked up once more, and the call goes there. */
    @Test
    void majorityForAnotherMasterSendsTheCallThere() {
        MajorityCheck check = new MajorityCheck(new Voters(4, List.of(ELSEWHERE, ELSEWHERE, ELSEWHERE)));

        assertThatThrownBy(() -> check.confirmBefore(CLAIM, HERE, List.of(0), StoreTestSteps.soon()))
                .isInstanceOf(AnotherMasterException.class)
                .hasMessageContaining("not confirmed that here:1 is the master");
    }

    /** Another may have been the master in between, though the voters name the same server as before. */
    @Test
    void writeAcrossEpochChangeDoesNotCount() {
        MajorityCheck check = new MajorityCheck(new Voters(3, List.of(HERE.toString(), HERE.toString(), ELSEWHERE)));
        MasterVotes votes = check.votesAfter(HERE, List.of(0), StoreTestSteps.soon());

        assertThat(check.failureAfter(CLAIM, HERE, 0, new ConfirmedMaster("1", 0), votes))
                .isNull();
        assertThat(check.failureAfter(CLAIM, HERE, 0, new ConfirmedMaster("0", 0), votes))
                .hasMessage("claiming a failed: not confirmed that here:1 was the master all the time: its epoch was 0"
                        + " before the write, and is 1 after it: 3 of 3 voters answered, and 2 must name the same"
                        + " master: 2 for here:1 (epoch 1), 1 for there:1 (epoch 1)")
                .matches(failure -> failure.kind() == Kind.OUTCOME_UNKNOWN, "may have taken effect");
    }

    @Test
    void epochChangeIsReportedAlsoByAMinority() {
        MajorityCheck check = new MajorityCheck(new Voters(3, List.of(HERE.toString())));
        MasterVotes votes = check.votesAfter(HERE, List.of(0), StoreTestSteps.soon());

        assertThat(check.failureAfter(CLAIM, HERE, 0, new ConfirmedMaster("0", 0), votes))
                .hasMessageContaining("its epoch was 0 before the write, and is 1 after it: 1 of 3 voters answered");
        assertThat(check.failureAfter(CLAIM, HERE, 0, new ConfirmedMaster("1", 0), votes))
                .hasMessageContaining("not confirmed that here:1 is the master: 1 of 3 voters answered");
    }

    /** Otherwise its first write after the return would not count, and others would wait for a ttl. */
    @Test
    void returnedMasterIsConfirmedAnew() {
        HostAndPort there = HostAndPort.from(ELSEWHERE);
        Changing voters = new Changing();
        MajorityCheck check = new MajorityCheck(voters);
        assertThat(voters.decide(check, HERE, "1")).isEqualTo("1");
        assertThat(voters.decide(check, there, "2")).isEqualTo("2");

        assertThat(voters.decide(check, HERE, "3")).isEqualTo("3");
    }

    @Test
    void masterIsConfirmedAnewAfterSwitchMessage() {
        Changing voters = new Changing();
        MajorityCheck check = new MajorityCheck(voters);
        assertThat(voters.decide(check, HERE, "1")).isEqualTo("1");

        check.suspectAll();
        assertThat(voters.decide(check, HERE, "3")).isEqualTo("3");
    }

    /** Of unknown outcome, it would keep all others waiting for a ttl, and then the next one that missed the change. */
    @Test
    void votersAreAskedBeforeEachClaim() {
        Changing voters = new Changing();
        MajorityCheck check = new MajorityCheck(voters);
        voters.decide(check, HERE, "1");
        assertThat(voters.decide(check, HERE, "3")).as("not asked").isEqualTo("1");

        assertThat(check.confirmBefore(CLAIM, HERE, List.of(0), StoreTestSteps.soon())
                        .epoch())
                .isEqualTo("3");
    }

    @Test
    void masterIsLearnedLaterIfNoThreadStarts() {
        MajorityCheck check = new MajorityCheck(new Voters(1, List.of(HERE.toString())));
        check.learnInBackground(HERE, 0, task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        List<Runnable> begun = new ArrayList<>();

        check.learnInBackground(HERE, 0, begun::add);
        assertThat(begun).hasSize(1);
    }
}
