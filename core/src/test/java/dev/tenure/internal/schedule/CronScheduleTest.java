package dev.tenure.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final ZoneId LORD_HOWE = ZoneId.of("Australia/Lord_Howe");
    private static final ZoneId APIA = ZoneId.of("Pacific/Apia");
    private static final ZoneId BEIRUT = ZoneId.of("Asia/Beirut");

    /** Returns the slots after a local time, as that many local times with their offsets. */
    private static List<String> slots(String expression, ZoneId zone, String after, int count) {
        Schedule schedule = Schedule.cron(expression, zone);
        Instant slot = LocalDateTime.parse(after).atZone(zone).toInstant();
        List<String> slots = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slot = schedule.next(slot);
            slots.add(slot.atZone(zone).toOffsetDateTime().toString());
        }
        return slots;
    }

    @Test
    void fieldsTakeNumbersRangesStepsListsAndNames() {
        assertThat(slots("0 3 * * *", ZoneOffset.UTC, "2026-06-01T03:00", 2))
                .containsExactly("2026-06-02T03:00Z", "2026-06-03T03:00Z");
        assertThat(slots("*/20 9-10 * * *", ZoneOffset.UTC, "2026-06-01T09:19", 4))
                .containsExactly("2026-06-01T09:20Z", "2026-06-01T09:40Z", "2026-06-01T10:00Z", "2026-06-01T10:20Z");
        assertThat(slots("5,50-58/4 0 1 jan,Jul *", ZoneOffset.UTC, "2026-01-01T00:05", 4))
                .containsExactly("2026-01-01T00:50Z", "2026-01-01T00:54Z", "2026-01-01T00:58Z", "2026-07-01T00:05Z");
        assertThat(slots("0 12 * * MON-FRI/2", ZoneOffset.UTC, "2026-06-05T13:00", 3))
                .as("Monday, Wednesday, Friday")
                .containsExactly("2026-06-08T12:00Z", "2026-06-10T12:00Z", "2026-06-12T12:00Z");
        assertThat(slots("0 0 * * 7", ZoneOffset.UTC, "2026-06-01T00:00", 1)).containsExactly("2026-06-07T00:00Z");
        assertThat(slots("0 0 * * 0", ZoneOffset.UTC, "2026-06-01T00:00", 1)).containsExactly("2026-06-07T00:00Z");
        assertThat(slots("0 0 29 2 *", ZoneOffset.UTC, "2096-03-01T00:00", 1)).containsExactly("2104-02-29T00:00Z");
        assertThat(slots("0 * 29 2 *", ZoneOffset.UTC, "2096-03-01T00:00", 2))
                .containsExactly("2104-02-29T00:00Z", "2104-02-29T01:00Z");
    }

    @Test
    @DisplayName("where both the day of the month and the day of the week are given, either is enough")
    void eitherDayIsEnough() {
        assertThat(slots("0 0 13 * FRI", ZoneOffset.UTC, "2026-02-01T00:00", 4))
                .containsExactly("2026-02-06T00:00Z", "2026-02-13T00:00Z", "2026-02-20T00:00Z", "2026-02-27T00:00Z");
        assertThat(slots("0 0 13 * *", ZoneOffset.UTC, "2026-02-01T00:00", 1)).containsExactly("2026-02-13T00:00Z");
    }

    @Test
    @DisplayName("a slot in a gap is due once, at the first moment after the gap")
    void aSlotInAGapIsDueAfterIt() {
        assertThat(slots("30 2 * * *", BERLIN, "2026-03-28T12:00", 2))
                .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
        assertThat(slots("*/10 2 * * *", BERLIN, "2026-03-28T12:00", 2))
                .as("six slots are one")
                .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:00+02:00");
        assertThat(slots("0,30 2,3 * * *", NEW_YORK, "2026-03-07T12:00", 3))
                .containsExactly("2026-03-08T03:00-04:00", "2026-03-08T03:30-04:00", "2026-03-09T02:00-04:00");
        assertThat(slots("10 2 * * *", LORD_HOWE, "2026-10-03T12:00", 1))
                .as("a gap of half an hour")
                .containsExactly("2026-10-04T02:30+11:00");
        assertThat(slots("15 0 * * *", BEIRUT, "2022-03-26T12:00", 1))
                .as("a gap at midnight")
                .containsExactly("2022-03-27T01:00+03:00");
        assertThat(slots("0 5 * * *", APIA, "2011-12-29T06:00", 2))
                .as("a day that there was not")
                .containsExactly("2011-12-31T00:00+14:00", "2011-12-31T05:00+14:00");
    }

    @Test
    @DisplayName("a slot that comes twice is due the first time only")
    void aSlotThatComesTwiceIsDueOnce() {
        assertThat(slots("30 2 * * *", BERLIN, "2026-10-24T12:00", 2))
                .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
        assertThat(slots("*/30 1 * * *", NEW_YORK, "2026-10-31T12:00", 3))
                .containsExactly("2026-11-01T01:00-04:00", "2026-11-01T01:30-04:00", "2026-11-02T01:00-05:00");
        assertThat(slots("45 1 * * *", LORD_HOWE, "2026-04-04T12:00", 2))
                .containsExactly("2026-04-05T01:45+11:00", "2026-04-06T01:45+10:30");
    }

    @Test
    @DisplayName("a schedule of every hour follows the real hours, through gap and overlap")
    void everyHourFollowsRealHours() {
        assertThat(slots("0 * * * *", BERLIN, "2026-03-29T00:30", 3))
                .containsExactly("2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00", "2026-03-29T04:00+02:00");
        assertThat(slots("30 * * * *", BERLIN, "2026-10-25T01:00", 4))
                .containsExactly(
                        "2026-10-25T01:30+02:00",
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T02:30+01:00",
                        "2026-10-25T03:30+01:00");
        assertThat(slots("0 0-23 * * SUN", BERLIN, "2026-10-24T12:00", 4))
                .containsExactly(
                        "2026-10-25T00:00+02:00",
                        "2026-10-25T01:00+02:00",
                        "2026-10-25T02:00+02:00",
                        "2026-10-25T02:00+01:00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "UTC",
                "Asia/Beirut"
            })
    @DisplayName("slots grow strictly, and the slot after any moment is the same from everywhere in between")
    void slotsGrowStrictly(String zone) {
        for (String expression : List.of("30 2 * * *", "*/7 * * * *", "0 */2 * * *", "15 0,1,2,3 * * *", "* 2 * * *")) {
            Schedule schedule = Schedule.cron(expression, ZoneId.of(zone));
            Instant end = Instant.parse("2026-12-01T00:00:00Z");
            Instant slot = Instant.parse("2026-01-01T00:00:00Z");
            while (slot.isBefore(end)) {
                Instant next = schedule.next(slot);
                Instant between = slot.plus(Duration.between(slot, next).dividedBy(2));
                assertThat(next).as(expression).isAfter(slot);
                assertThat(schedule.next(between)).as(expression).isEqualTo(next);
                assertThat(schedule.next(next.minusNanos(1))).as(expression).isEqualTo(next);
                slot = next;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0 3 * *",
                "0 0 3 * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * 32 * *",
                "* * * 13 *",
                "* * * * 8",
                "* * * FOO *",
                "5-1 * * * *",
                "1/5 * * * *",
                "*/0 * * * *",
                "1,,2 * * * *",
                "-1 * * * *",
                "* * * * FRI-MON",
                "0 0 30 2 *",
                "0 0 31 APR,JUN *",
                "*/a * * * *",
                "1/2/3 * * * *",
                "1-2-3 * * * *"
            })
    void whatIsNoSuchExpressionIsRefused(String expression) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.cron(expression, BERLIN))
                .withMessageContaining("cron expression");
    }

    @Test
    void aRefusalSaysWhatToWrite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.cron("0 3 * * MOM", BERLIN))
                .withMessage("the day of the week 'MOM' of a cron expression: 'MOM' is neither a number from 0 to 7 nor"
                        + " one of SUN, MON, TUE, WED, THU, FRI, SAT");
    }

    @Test
    void intervalsAreAnchoredAtTheEpoch() {
        Schedule hourly = Schedule.every(Duration.ofHours(1));
        Instant late = Instant.parse("2026-06-01T10:59:59.999Z");

        assertThat(hourly.next(late)).isEqualTo(Instant.parse("2026-06-01T11:00:00Z"));
        assertThat(hourly.next(Instant.parse("2026-06-01T11:00:00Z"))).isEqualTo(Instant.parse("2026-06-01T12:00:00Z"));
        assertThat(hourly.next(Instant.parse("1969-12-31T23:30:00Z"))).isEqualTo(Instant.EPOCH);
        assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every(Duration.ofNanos(1_500_000)));
    }
}
