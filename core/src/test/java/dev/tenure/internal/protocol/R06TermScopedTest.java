package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R6 Term-scoped")
class R06TermScopedTest {

    @Test
    void aRenewalNamesTheLeaseItRenewsAndTheOneThatFollows() {
        CampaignRig rig = CampaignRig.leading();
        Lease held = rig.lease();
        rig.advance(CampaignRig.INTERVAL);
        RenewalRequest extension = rig.renewal().extension();

        assertThat(extension.held()).isEqualTo(held);
        assertThat(extension.next().isSameTerm(held)).isTrue();
        assertThat(extension.next().ttl()).isEqualTo(CampaignRig.TTL);
        assertThat(extension.next().since()).isEqualTo(held.since());
        assertThat(extension.next().stamp().renewal()).isEqualTo(1);
        assertThat(extension.next().stamp().at()).isEqualTo(rig.now().instant());
    }

    @Test
    void everyWriteHasAUniqueAttemptId() {
        CampaignRig rig = CampaignRig.leading();
        Set<Long> attempts = new HashSet<>(Set.of(rig.lease().stamp().attempt()));
        rig.onCalls(store -> {
            assertThat(attempts.add(store.renewal().extension().next().stamp().attempt()))
                    .isTrue();
            if (attempts.size() % 3 == 0) {
                store.fail(Kind.OUTCOME_UNKNOWN);
            } else {
                store.renew();
            }
        });
        rig.advance(Duration.ofMinutes(2));

        assertThat(attempts).hasSizeGreaterThan(20);
    }

    @Test
    void theNextRenewalFollowsTheLastSuccessfulOne() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Lease first = rig.renew();
        rig.advance(CampaignRig.INTERVAL);
        rig.fail(Kind.UNREACHABLE);
        rig.advance(CampaignRig.INTERVAL.dividedBy(16));

        assertThat(rig.renewal().extension().held()).isEqualTo(first);
        assertThat(rig.renewal().extension().next().stamp().renewal()).isEqualTo(2);
    }

    @Test
    void aReleaseNamesTheTermAsItWasLastWritten() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Lease renewed = rig.renew();
        rig.resign();

        assertThat(rig.release().lease()).isEqualTo(renewed);
        assertThat(rig.release().to().reservation()).isNull();
    }

    @Test
    void aRenewalThatSucceedsAfterTheTermDoesNotReviveIt() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED.minusSeconds(1));
        rig.tick();
        rig.renewal();
        rig.pause(Duration.ofSeconds(1));
        Lease late = rig.renew();

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.release().lease())
                .as("the renewal that landed late is given back")
                .isEqualTo(late);
    }

    @Test
    void renewalRefusedAfterTheTermShowsTheLeaseToRelease() {
        CampaignRig rig = CampaignRig.leading();
        Lease held = rig.lease();
        rig.pause(CampaignRig.TRUSTED.minusSeconds(1));
        rig.tick();
        rig.pause(Duration.ofSeconds(1));
        Lease landed = Records.lease(Records.SELF, held.token(), new WriteStamp(5, 50, Instant.EPOCH), CampaignRig.TTL);
        rig.refuseRenewal(Records.held(landed));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.release().lease()).isEqualTo(landed);
    }

    @Test
    void twoCandidatesMayShareANameButNotAnInstance() {
        CampaignRig rig = CampaignRig.leading();
        Identity namesake = Identity.ofInstance("another-start").withName(Records.SELF.name());
        long token = rig.lease().token();
        rig.advance(CampaignRig.INTERVAL);
        Lease theirs = Records.lease(namesake, token, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL);
        rig.refuseRenewal(Records.held(theirs));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.campaign.snapshot().leader()).isEqualTo(theirs);
        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void anExtensionOutsideItsTermIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RenewalRequest(Records.foreign(1, 0), Records.foreign(2, 1)))
                .withMessageContaining("must stay within its term");
    }
}
