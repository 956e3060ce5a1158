package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Capability;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AbilitiesTest {
    @Test
    void sentenceNamesWhatIsThereAndWhatIsNot() {
        assertThat(Abilities.sentence(Set.of(Capability.LISTING, Capability.HISTORY)))
                .startsWith("leases; history; list of elections (not here: roster: preference, transfer, shards;"
                        + " requests;");
        assertThat(Abilities.sentence(EnumSet.allOf(Capability.class)))
                .startsWith("leases; roster: preference, transfer, shards; requests; history;")
                .doesNotContain("not here");
    }

    @Test
    void everyAbilityHasAPlaceAndAWord() {
        assertThat(Abilities.inOrder()).containsExactlyInAnyOrder(Capability.values());
        assertThat(Capability.values())
                .allSatisfy(ability -> assertThat(Abilities.word(ability)).isNotBlank());
    }
}
