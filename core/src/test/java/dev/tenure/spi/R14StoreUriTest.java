package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Stores;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        assertThat(StoreUri.parse("x://y?a=b%40c").parameters()).isEqualTo(Map.of("a", "b@c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no-scheme", ":rest", "9x:rest", "UPPER:rest"})
    void uriWithoutSchemeIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse(text))
                .withMessageContaining("has no scheme: write SCHEME:…, such as file:DIR");
    }

    @Test
    void anUnknownSchemeListsTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.open("mysql://host"))
                .withMessage(
                        "no store for scheme 'mysql': add its store to the class path, dev.tenure:tenure-store-mysql if it"
                                + " is one of Tenure's, or correct the scheme; known here: old, tiny, tinys, wee");
        assertThat(Stores.providers()).containsOnlyKeys("old", "tiny", "tinys", "wee");
    }

    @ParameterizedTest
    @CsvSource({"tyni://x, tiny", "tinies:x, tinys", "we:x, wee"})
    void aMistypedSchemeNamesTheNearestOne(String typed, String meant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.open(typed))
                .withMessageContaining("did you mean " + meant + "://? known here: old");
    }

    @Test
    void aKnownSchemeIsOpenedByItsProvider() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Stores.open("tinys:x?size=1"))
                .withMessage("asked to open tinys:x?size=***");
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
                "tiny:x?anything-else=secret",
                "redis://secret@host:6379",
                "redis://user:secret",
                "redis:user:secret@host",
                "redis://user:pass/secret@host",
                "s3://bucket?endpoint=http://user:secret@host:9000/x",
                "s3://bucket?endpoint=http://secret@host:9000/x",
                "s3://bucket?endpoint=http://u@host:9000/x%3Ftoken=secret",
                "s3://bucket?endpoint=http://u@host:9000/x%3Ftoken=a@secret",
                "s3://bucket?endpoint=http://user:pass%3F@secret",
                "s3://bucket?endpoint=http://user:pass@host/x%3Ftoken=a@secret:b",
                "s3://bucket?endpoint=http:user:secret",
                "s3://bucket?endpoint=http://user:se/secret",
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
                "postgres://host/db?x=%zzsecret",
                "postgres://host/db?x=secret%2",
                "s3://bucket?endpoint=user:secret@host",
                "redis://user:1?secret=1&secret=2@host",
                "redis://user:123?tls=secret@host",
                "redis://user:123?secret=x@host",
                "redis://user:123?secret=x&tls=y@host",
            })
    void aPasswordIsNotShownInARefusalEither(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.parse(text))
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret%zz", "%secret", "secret%2"})
    void aMalformedEscapeIsNotQuoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreUri.decode(text))
                .withMessageContaining("write %25 for a percent sign")
                .withNoCause()
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @Test
    void hostsPathAndHarmlessParametersAreShown() {
        for (String text : new String[] {
            "redis-cluster://h1:1,h2:2",
            "redis://[::1]:6379/2?prefix=x&tls=true",
            "file:a:b@c",
            "file:/srv/leases",
            "route53://Z1/a.b",
            "s3://bucket/a/b?endpoint=http://host:9000/x&region=eu-west-1",
        }) {
            assertThat(StoreUri.parse(text)).hasToString(text);
        }
        assertThat(StoreUri.parse("postgres://user:secret@host:5432/db?sslpassword=x"))
                .hasToString("postgres://***@host:5432/db?sslpassword=***");
        assertThat(StoreUri.parse("s3://bucket?endpoint=http://user:secret@host:9000/x%3Fq=1"))
                .hasToString("s3://bucket?endpoint=http://***@host:9000/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:secret@host",
                "http://secret@host",
                "http://host?secret",
                "http://host#secret",
                "ftp://secret",
                "secret",
                "http://user:secret @host",
                "http:secret",
            })
    void anAddressAmongTheParametersHoldsNoSecretsAndIsNotQuoted(String text) {
        StoreUri uri = new StoreUri("s3", "//bucket", Map.of("endpoint", text));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> uri.address("endpoint"))
                .withMessageContaining("write")
                .withNoCause()
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @Test
    void anAddressAmongTheParametersIsRead() {
        StoreUri uri = StoreUri.parse("s3://bucket?endpoint=http://host:9000/x");

        assertThat(uri.address("endpoint")).contains(URI.create("http://host:9000/x"));
        assertThat(uri.address("other")).isEmpty();
    }
}
