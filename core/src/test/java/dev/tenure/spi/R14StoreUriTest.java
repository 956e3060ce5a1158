package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R14 Configuration is refused: store URIs")
class R14StoreUriTest {

    @Test
    void aUriIsReadInItsParts() {
        StoreUri uri = StoreUri.parse("s3://bucket/prefix?region=eu-west-1&path-style=true");

        assertThat(uri.scheme()).isEqualTo("s3");
        assertThat(uri.rest()).isEqualTo("//bucket/prefix");
        assertThat(uri.parameters()).isEqualTo(Map.of("region", "eu-west-1", "path-style", "true"));
        assertThat(uri).hasToString("s3://bucket/prefix?path-style=true&region=eu-west-1");
        assertThat(StoreUri.parse("file:var/lib").rest()).isEqualTo("var/lib");
    }

    @Test
    void escapesAreResolvedAndAPlusIsAPlus() {
        assertThat(StoreUri.parse("x:y?a%26b=c%3Dd+e&f=").parameters()).isEqualTo(Map.of("a&b", "c=d+e", "f", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no-scheme", ":rest", "9x:rest", "UPPER:rest"})
    void whatHasNoSchemeIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse(text))
                .withMessageContaining("has no scheme: write SCHEME:…, such as file:DIR");
    }

    @Test
    void anUnknownSchemeListsTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.open("mysql://host"))
                .withMessage("no store for scheme 'mysql'; known here: old, tiny, tinys");
        assertThat(Stores.providers()).containsOnlyKeys("old", "tiny", "tinys");
    }

    @Test
    void aKnownSchemeIsOpenedByItsProvider() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Stores.open("tinys:x?size=1"))
                .withMessage("asked to open tinys:x?size=1");
    }

    @Test
    void anUnknownParameterListsTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse("s3:b?regoin=x").allowing("region", "endpoint"))
                .withMessage("the s3 store has no parameter 'regoin'; it knows endpoint, region");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse("s3:b?regoin=x").allowing())
                .withMessage("the s3 store has no parameter 'regoin'; it takes none");
    }

    @Test
    void aParameterGivenTwiceOrWithoutValueIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse("s3:b?region=x&region=y"))
                .withMessage("store parameter 'region' is given twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse("s3:b?region"))
                .withMessageContaining("is not of the form key=value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://user:secret@host/db",
                "redis://:secret@host:6379",
                "postgres://user:se/secret@host/db",
                "postgres://user:se@secret@host/db",
                "postgres://user:se:secret@host/db",
                "postgres://host/db?password=secret",
                "redis://host?sslPassword=secret&db=1",
                "tiny:x?password=secret&size=1",
            })
    void aPasswordIsNeverShown(String text) {
        StoreUri uri = StoreUri.parse(text);

        assertThat(uri.toString()).doesNotContain("secret").contains("***");
        assertThat(uri.rest() + uri.parameters()).as("but handed on").contains("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Postgres://user:secret@host/db",
                "://user:secret@host/db",
                "postgres://user:pass?secret@host/db",
                "USER:secret@host",
                "postgres://host/db?password=secret&password=secret",
                "postgres://host/db?secret",
            })
    void aPasswordIsNotShownInARefusalEither(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse(text))
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @Test
    void aUriWithoutAPasswordIsShownAsItIs() {
        for (String text : new String[] {"redis://user@host:6379", "redis-cluster://h1:1,h2:2", "file:a:b@c"}) {
            assertThat(StoreUri.parse(text)).hasToString(text);
        }
    }
}
