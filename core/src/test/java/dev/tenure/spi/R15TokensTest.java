package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R15 Tokens")
class R15TokensTest {
    private static final Identity SELF = Identity.ofInstance("instance").withName("node-1");
    private static final WriteStamp STAMP = new WriteStamp(0, 3, Instant.EPOCH);
    private static final long MICROS = 1_750_000_000_000_000L;

    private static Ballot ballot(long highestToken) {
        ClaimCondition condition = ClaimCondition.judged(new Sighting.Never(), highestToken);
        return new Ballot("payroll", SELF, Duration.ofSeconds(15), STAMP, condition);
    }

    private static Sighting after(long lastToken) {
        return new Sighting.Unreadable("a trace", lastToken, "v");
    }

    @Test
    void theMicrosecondsAreTheFloor() {
        assertThat(ballot(0).grant(after(0), MICROS, "").token()).isEqualTo(MICROS);
        assertThat(ballot(7).grant(after(9), MICROS, "").token()).isEqualTo(MICROS);
    }

    @Test
    void aTokenIsHigherThanTheLastOneInTheRecord() {
        assertThat(ballot(0).grant(after(MICROS + 5), MICROS, "").token()).isEqualTo(MICROS + 6);
        assertThat(ballot(0).grant(after(MICROS), MICROS, "").token()).isEqualTo(MICROS + 1);
    }

    @Test
    void aTokenIsHigherThanTheHighestTheCandidateEverSaw() {
        assertThat(ballot(MICROS + 5).grant(after(MICROS + 1), MICROS, "").token())
                .isEqualTo(MICROS + 6);
    }

    @Test
    void grantedLeaseMatchesTheBallot() {
        assertThat(ballot(0).grant(after(0), MICROS, "v"))
                .isEqualTo(new Lease("payroll", SELF, MICROS, 0, Instant.EPOCH, Duration.ofSeconds(15), STAMP, "v"));
    }

    @Test
    void onlyAReleaseIsFollowed() {
        Ballot ballot = ballot(0);
        Lease ranOut = ballot.grant(after(3), MICROS, "v");
        Sighting released = Sighting.Released.of(ranOut, null);

        assertThat(ranOut.follows()).isZero();
        assertThat(ballot.grant(new Sighting.Held(ranOut, null), MICROS, "v").follows())
                .isZero();
        assertThat(ballot.grant(released, MICROS, "v").follows()).isEqualTo(ranOut.token());
    }

    @Test
    void groundsKnowTheHighestTokenOfTheirSightingToo() {
        Sighting released = new Sighting.Released(9, 0, null, "v");

        assertThat(ClaimCondition.judged(released, 4)).isEqualTo(new ClaimCondition(released, true, 9));
        assertThat(ClaimCondition.byStoreClock(released, 40)).isEqualTo(new ClaimCondition(released, false, 40));
        assertThat(ClaimCondition.unseen()).isEqualTo(new ClaimCondition(null, false, 0));
    }

    @Test
    void aClaimIsRefusedIfThereIsNoHigherToken() {
        assertThat(ballot(0).grant(after(Lease.MAX_TOKEN - 1), MICROS, "").token())
                .isEqualTo(Lease.MAX_TOKEN);
        assertRefused(ballot(0), Lease.MAX_TOKEN);
        assertRefused(ballot(Lease.MAX_TOKEN), 0);
        assertRefused(ballot(Long.MAX_VALUE), Long.MAX_VALUE);
    }

    private static void assertRefused(Ballot ballot, long lastToken) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> ballot.grant(after(lastToken), MICROS, ""))
                .withMessageMatching(
                        "the record of 'payroll' shows token \\d+, and 253402300800000000 is the highest .+"
                                + " Set its token to .+")
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED));
    }
}
