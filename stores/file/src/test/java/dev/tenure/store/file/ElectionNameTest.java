package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.StringLength;

class ElectionNameTest {

    @Example
    void plainNamesAreUnchanged() {
        assertThat(ElectionName.toFolder("payroll")).isEqualTo("payroll");
        assertThat(ElectionName.toFolder("a-b_c.d9")).isEqualTo("a-b_c.d9");
    }

    @Example
    void specialCharactersAreEscaped() {
        assertThat(ElectionName.toFolder("Payroll")).isEqualTo("%50ayroll");
        assertThat(ElectionName.toFolder("a/b")).isEqualTo("a%2fb");
        assertThat(ElectionName.toFolder(".")).isEqualTo("%2e");
        assertThat(ElectionName.toFolder("..")).isEqualTo("%2e%2e");
        assertThat(ElectionName.toFolder(".hidden")).isEqualTo("%2ehidden");
        assertThat(ElectionName.toFolder("50%")).isEqualTo("50%25");
        assertThat(ElectionName.toFolder("zoë")).isEqualTo("zo%c3%ab");
        assertThat(ElectionName.toFolder("\u0000")).isEqualTo("%00");
    }

    @Property(tries = 500)
    void nameIsReadBackEvenIfCaseIsIgnored(@ForAll @NotBlank @StringLength(max = 20) String election) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(election)) {
            assertThatThrownBy(() -> ElectionName.toFolder(election)).isInstanceOf(IllegalArgumentException.class);
            return;
        }

        String folder = ElectionName.toFolder(election);

        assertThat(folder).isEqualTo(folder.toLowerCase(Locale.ROOT)).matches("[a-z0-9._%-]{1,255}");
        assertThat(URLDecoder.decode(folder, StandardCharsets.UTF_8)).isEqualTo(election);
        assertThat(ElectionName.fromFolder(folder)).contains(election);
    }

    @Example
    void otherFoldersAreNoElection() {
        assertThat(ElectionName.fromFolder("Payroll")).isEmpty();
        assertThat(ElectionName.fromFolder("%70ayroll")).isEmpty();
        assertThat(ElectionName.fromFolder("%zz")).isEmpty();
        assertThat(ElectionName.fromFolder("%ff")).isEmpty();
        assertThat(ElectionName.fromFolder(".git")).isEmpty();
    }

    @Example
    void impossibleNameIsRefusedWithRemedy() {
        assertThat(ElectionName.toFolder("a".repeat(255))).hasSize(255);

        assertThatThrownBy(() -> ElectionName.toFolder("a".repeat(256))).hasMessageContaining("shorten it");
        assertThatThrownBy(() -> ElectionName.toFolder("A".repeat(86))).hasMessageContaining("three times");
        assertThatThrownBy(() -> ElectionName.toFolder(" ")).hasMessageContaining("blank");
        assertThatThrownBy(() -> ElectionName.toFolder("half \ud83d")).hasMessageContaining("half a character");
    }
}
