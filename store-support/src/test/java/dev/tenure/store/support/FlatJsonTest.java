package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlatJsonTest {

    @Test
    void prettyTextHasOneFieldOnEachLine() {
        assertThat(FlatJson.pretty(
                        out -> out.number("format", 1).text("name", "a").text("address", null)))
                .isEqualToNormalizingNewlines("{\n  \"format\" : 1,\n  \"name\" : \"a\"\n}\n");
    }

    @Test
    void innerObjectIsReadUnderItsName() throws UnreadableRecordException {
        String text = FlatJson.compact(out -> out.text("id", "x")
                .object("tenure", inner -> inner.number("token", 7).flag("able", true)));

        assertThat(text).isEqualTo("{\"id\":\"x\",\"tenure\":{\"token\":7,\"able\":true}}");
        RecordFields fields = FlatJson.parse(text);
        assertThat(fields.has("tenure")).isTrue();
        assertThat(fields.has("token")).isFalse();
        assertThat(fields.within("tenure").number("token")).isEqualTo(7);
        assertThat(fields.within("tenure").flag("able")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "hello", "{} {}", "{\"a\":1", "{\"a\":{\"b\":1}", "\u0000"})
    void textThatIsNotOneObjectIsUnreadable(String text) {
        assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> FlatJson.parse(text));
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> FlatJson.read(text.getBytes(StandardCharsets.UTF_8), fields -> fields));
    }

    @Test
    void arraysNullsAndDeeperObjectsAreIgnored() throws UnreadableRecordException {
        RecordFields fields =
                FlatJson.parse("{\"x\":[1,{\"token\":9}],\"y\":null,\"o\":{\"p\":{\"q\":1}},\"token\":7}");

        assertThat(fields.number("token")).isEqualTo(7);
        assertThat(fields.has("x") || fields.has("y") || fields.has("o.p.q")).isFalse();
    }

    @Test
    void tokenAndTtlOfADamagedRecordStillCount() {
        String damaged = "{\"token\":42,\"ttl\":\"PT5S\",\"state\":\"he";

        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> FlatJson.parse(damaged))
                .satisfies(e -> assertThat(LeaseFormat.unreadable(e, "v"))
                        .extracting(Sighting.Unreadable::lastToken, Sighting.Unreadable::ttl)
                        .containsExactly(42L, Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"state\":\"held\"}|it has no field 'token'",
                "{\"token\":\"x\"}|its field 'token' is not a whole number: 'x'",
                "{\"token\":-1}|its token -1 is out of bounds",
                "{\"token\":4611686018427387905}|its token 4611686018427387905 is out of bounds",
                "{\"token\":5,\"follows\":5}|its token 5 cannot follow token 5",
                "{\"token\":5,\"state\":\"paused\"}|its state is 'paused'",
                "{\"token\":5,\"state\":\"released\",\"reservedFor\":\"a\",\"reservedLength\":\"long\"}"
                        + "|its field 'reservedLength' is not a length of time: 'long'"
            })
    void wrongFieldIsNamedInTheProblem(String text, String problem) {
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> FlatJson.read(text, fields -> LeaseFormat.read(fields, "payroll", "v")))
                .asInstanceOf(type(UnreadableRecordException.class))
                .returns(problem, UnreadableRecordException::problem);
    }

    @Test
    void recordOfANewerFormatOrAnotherElectionIsRefused() {
        String text = "{\"format\":2,\"election\":\"other\"}";

        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> FlatJson.read(text, fields -> {
                    fields.requireFormat(1);
                    return fields;
                }))
                .withMessageContaining("a newer version of Tenure wrote it");
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> FlatJson.read(text, fields -> {
                    fields.requireElection("payroll");
                    return fields;
                }))
                .withMessage("it is of the election 'other'");
    }
}
