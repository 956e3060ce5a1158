package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of records, and how records in another form are read. */
@Timeout(60)
class FormatTest extends TestZone {
    private final LeaseStore store = OurZone.on(client).open();

    private static Ballot ballot(String election, Identity candidate) {
        return StoreTestSteps.ballot(
                election, candidate, StoreTestSteps.TTL, ClaimCondition.judged(new Sighting.Never(), 0));
    }

    @Test
    void theLockIsThatOfShardcoordinator() {
        long before = StoreTestSteps.wall().getEpochSecond();
        Lease lease = StoreTestSteps.elect(store, "payroll");

        FakeZone.RecordSet lock = Objects.requireNonNull(zone.get("lock.payroll.example.com", "TXT"));
        assertThat(lock.ttl()).isEqualTo(60);
        assertThat(lock.values()).containsExactly("\"" + lease.holder().instance() + " " + end("payroll") + "\"");
        assertThat(end("payroll")).as("rounded up").isBetween(before + 60, before + 70);
    }

    /** SC-R7. */
    @ParameterizedTest
    @CsvSource({"worker-1,1704067200,\"worker-1 1704067200\"", "a,0,\"a 0\""})
    void lockValueIsOwnerBlankAndSecond(String owner, long end, String value) {
        assertThat(new LockValue(owner, end).record()).isEqualTo(new TxtRecord(60, List.of(value)));
    }

    /** SC-R8, SC-R9: accepts exactly the values that shardcoordinator accepts. */
    @Test
    void valuesAreReadAsShardcoordinatorReadsThem() throws UnreadableRecordException {
        LockValue known = new LockValue("worker-1", 1_704_067_200);
        assertThat(LockValue.read(TxtRecord.of("\"worker-1 1704067200\""))).isEqualTo(known);
        assertThat(LockValue.read(TxtRecord.of("worker-1 1704067200"))).isEqualTo(known);
        for (String bad : List.of(
                "\"worker-1\"",
                "\"worker-1 soon\"",
                "\"\"",
                "\"worker-1 \"",
                "\" 5\"",
                "\"worker-1  1704067200\"",
                "\"worker-1 1704067200 x\"")) {
            assertThatExceptionOfType(UnreadableRecordException.class)
                    .isThrownBy(() -> LockValue.read(TxtRecord.of(bad)));
        }
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> LockValue.read(new TxtRecord(60, List.of())));
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> LockValue.read(new TxtRecord(60, List.of("\"a 1\"", "\"b 2\""))));
    }

    /** SC-R5: a claim on a record that was renewed since is refused, and the renewal stays. */
    @Test
    void replacementOfARenewedRecordIsRefused() {
        Lease lease = StoreTestSteps.elect(store, "a");
        Sighting stale = StoreTestSteps.inspect(store, "a");
        Lease renewed = StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));

        assertThat(store.claim(StoreTestSteps.ballot("a", stale), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "a"))).isEqualTo(renewed);
    }

    @Test
    void releaseDeletesTheLockAndLeavesAMark() {
        Lease lease = StoreTestSteps.elect(store, "a");

        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(lock("a")).isNull();
        assertThat(side("a")).isEqualTo("\"tenure=1 state=released token=" + lease.token() + "\"");
    }

    @Test
    void releaseMarkNamesTheTermThatItsTermFollowed() {
        Lease first = StoreTestSteps.elect(store, "a");
        assertThat(side("a")).doesNotContain("follows");
        store.release(first, Handover.toAnyone(), StoreTestSteps.soon());
        Lease second = StoreTestSteps.elect(store, "a");
        assertThat(side("a")).contains(" token=" + second.token() + " follows=" + first.token() + " ");

        store.release(second, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(side("a"))
                .isEqualTo("\"tenure=1 state=released token=" + second.token() + " follows=" + first.token() + "\"");
    }

    /** R16. */
    @ParameterizedTest
    @ValueSource(strings = {"-1", "300000000000000000", "none"})
    void recordWithImpossibleFollowsIsReportedAndReplaced(String follows) {
        StoreTestSteps.release(store, StoreTestSteps.elect(store, "a"));
        Lease lease = StoreTestSteps.elect(store, "a");
        String text = String.valueOf(side("a"))
                .replaceAll("\" *\"", "")
                .replace("\"", "")
                .replace("follows=" + lease.follows(), "follows=" + follows);
        zone.put(sideName("a"), "TXT", 60, "\"" + text.substring(0, 200) + "\" \"" + text.substring(200) + "\"");

        Sighting.Unreadable seen = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a"));
        assertThat(seen.lastToken()).isEqualTo(lease.token());
        assertThat(seen.ttl()).isEqualTo(lease.ttl());
        Lease next = StoreTestSteps.elect(store, "a");
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.follows()).isZero();
    }

    /** Wherever a string of 255 characters ends: within a number, between two words, at a sign of equality. */
    @Test
    void termIsReadBackFromAnySplitOfItsText() {
        for (int length = 1; length <= 255; length++) {
            Lease lease = new Lease(
                    "a",
                    Identity.ofInstance("i".repeat(36))
                            .withName("n".repeat(length))
                            .withAddress("10.0.0.7:8443"),
                    Lease.MAX_TOKEN,
                    Lease.MAX_TOKEN - 1,
                    StoreTestSteps.wall(),
                    StoreTestSteps.TTL,
                    new WriteStamp(Long.MAX_VALUE, Long.MAX_VALUE, StoreTestSteps.wall()),
                    "v");
            for (Sighting entry : List.of(
                    new Sighting.Held(lease, null),
                    new Sighting.Released(
                            lease.token(),
                            lease.follows(),
                            new Reservation("r".repeat(length), StoreTestSteps.TTL),
                            "v"))) {
                TxtRecord record = SideValue.of(entry);

                assertThat(record.values().get(0)).matches("\"[^\"]{1,255}\"( \"[^\"]{1,255}\")*");
                assertThat(SideValue.read("a", record, "v")).isEqualTo(entry);
            }
        }
    }

    @Test
    void aLongNameTakesSeveralStrings() {
        Identity wordy = Identity.ofInstance("i-1")
                .withName("\"blank \\ 選挙\" ".repeat(20))
                .withAddress("https://[::1]:8080/ü");
        Lease lease = StoreTestSteps.granted(store.claim(ballot("a", wordy), StoreTestSteps.soon()));

        assertThat(side("a")).contains("\" \"");
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "a"))).isEqualTo(lease);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.claim(
                        ballot("b", Identity.ofInstance("i").withName("x".repeat(4_000))), StoreTestSteps.soon()))
                .withMessageContaining("shorten");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.claim(
                        ballot("b", Identity.ofInstance("i".repeat(201)).withName("x")), StoreTestSteps.soon()))
                .withMessageContaining("200");
    }

    /** Others judge by it, and must not think that the lease ended sooner than it was said before. */
    @Test
    void theEndNeverGoesBackWithinATerm() {
        Lease lease = StoreTestSteps.elect(store, "a");
        long later = end("a") + 1_000;
        zone.put(lockName("a"), "TXT", 60, "\"" + lease.holder().instance() + " " + later + "\"");
        Lease seen = StoreTestSteps.held(StoreTestSteps.inspect(store, "a"));
        assertThat(seen.isSameWrite(lease)).isTrue();

        StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(seen), StoreTestSteps.soon()));

        assertThat(end("a")).isEqualTo(later);
    }

    /** SC-D-l: shardcoordinator is stuck with these for ever. */
    @ParameterizedTest
    @ValueSource(longs = {0, 300, 86_400})
    void anotherDnsTtlDoesNotMatter(long ttl) {
        Lease lease = StoreTestSteps.elect(store, "a");
        zone.put(lockName("a"), "TXT", ttl, String.valueOf(lock("a")));

        Renewal refused = store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
        Lease seen = StoreTestSteps.held(((Renewal.Refused) refused).found());
        assertThat(seen.isSameWrite(lease))
                .as("another version, the same write")
                .isTrue();
        StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(seen), StoreTestSteps.soon()));

        assertThat(Objects.requireNonNull(zone.get(lockName("a"), "TXT")).ttl()).isEqualTo(60);
    }

    /** R7: a lease whose lock was edited may go on for the ttl in its side record. */
    @Test
    void editedLockIsWaitedOutForTheTtlOfItsLease() {
        Lease lease = StoreTestSteps.elect(store, "a");
        zone.put(lockName("a"), "TXT", 60, "\"somebody 17\"");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a")).ttl())
                .isEqualTo(lease.ttl());
    }

    /** R7: a lease whose side record is missing may go on until the end in its lock. */
    @Test
    void lockWithoutSideRecordIsWaitedOutUntilItsStatedEnd() {
        Lease lease = StoreTestSteps.elect(store, "a");
        zone.remove(sideName("a"), "TXT");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a")).ttl())
                .isBetween(lease.ttl().minusSeconds(5), lease.ttl().plusSeconds(5));
    }

    /** Such a one cannot be written, but it can be found. */
    @Test
    void sideRecordWithTooLongInstanceIsReplaced() {
        StoreTestSteps.elect(store, "a");
        String text = String.valueOf(side("a"))
                .replaceAll("\" *\"", "")
                .replace("\"", "")
                .replaceFirst("instance=[^ ]*", "instance=" + "x".repeat(201));
        zone.put(sideName("a"), "TXT", 60, "\"" + text.substring(0, 250) + "\" \"" + text.substring(250) + "\"");

        StoreTestSteps.elect(store, "a");
    }

    /** R15: a token that can still be read counts in any damaged record. */
    @Test
    void tokenOfADamagedSideRecordIsKept() {
        zone.put(sideName("a"), "TXT", 60, "\"tenure=1 state=released token=200000000000000000 note=100%\"");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a")).lastToken())
                .isEqualTo(200_000_000_000_000_000L);
        assertThat(StoreTestSteps.elect(store, "a").token()).isGreaterThan(200_000_000_000_000_000L);
    }

    /** SC-D-l: it is reported, its token is kept, and it is replaced after the wait. */
    @ParameterizedTest
    @ValueSource(strings = {"\"by hand\"", "\"\"", "\"worker-1  5\"", "\"a 1\" \"b 2\""})
    void aLockThatCannotBeReadIsReplaced(String value) {
        Lease lease = StoreTestSteps.elect(store, "a");
        zone.put(lockName("a"), "TXT", 300, value);

        Sighting.Unreadable seen = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a"));
        assertThat(seen.problem()).startsWith("the record lock.a.example.com: ");
        assertThat(seen.lastToken()).isEqualTo(lease.token());
        assertThat(StoreTestSteps.elect(store, "a").token()).isGreaterThan(lease.token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"by hand\"",
                "\"tenure=2 state=held token=5\"",
                "\"tenure=1 state=asleep token=5\"",
                "\"tenure=1 state=released token=-5\"",
                "\"tenure=1 state=held token=5 instance=x renewal=many\"",
                "\"tenure=1 state=released\"",
                "\"tenure=1 state=released token=5 follows=-1\"",
                "\"tenure=1 state=released token=5 follows=5\"",
                "\"tenure=1 state=released token=5 follows=none\"",
                "\"tenure=1 state=released token=5 follows=\"",
                "\"tenure=1 state=released token=5 follows=9999999999999999999\"",
                "\"tenure=%\"",
            })
    void unreadableSideRecordIsReplaced(String value) {
        zone.put(sideName("a"), "TXT", 60, value);

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a")).problem())
                .startsWith("the record _tenure.lock.a.example.com: ");
        StoreTestSteps.elect(store, "a");
    }

    @Test
    void lockWithoutSideRecordIsReportedAndReplaced() {
        zone.put(lockName("a"), "TXT", 60, "\"worker-1 1704067200\"");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a")).problem())
                .contains("worker-1")
                .contains("shared=shardcoordinator");
        StoreTestSteps.elect(store, "a");
    }

    /** Release is written, never mere absence (R7). */
    @Test
    void aLockThatIsGoneIsNoRelease() {
        Lease lease = StoreTestSteps.elect(store, "a");
        zone.remove(lockName("a"), "TXT");

        Sighting.Unreadable seen = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a"));
        assertThat(seen.lastToken()).isEqualTo(lease.token());
        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Refused.class);
    }

    /** SC-D-k: records are found although the zone returns other names than were sent. */
    @ParameterizedTest
    @ValueSource(strings = {"Example.COM", "example.com.", "sub.Example.com.", "a_b.example.com"})
    void spellingsOfADomainAreTheSameDomain(String domain) {
        LeaseStore there = Route53Store.on(client, OurZone.ID, domain)
                .prefix("Lock")
                .rate(OurZone.RATE)
                .open();
        Lease lease = StoreTestSteps.elect(there, "a");

        Lease renewed = StoreTestSteps.renewed(there.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(there, "a"))).isEqualTo(renewed);
        there.release(renewed, Handover.toAnyone(), StoreTestSteps.soon());
        StoreTestSteps.elect(there, "a");
        assertThat(there.elections(StoreTestSteps.soon())).containsExactly("a");
    }

    @Test
    void namesAreComparedAsRoute53Does() {
        assertThat(RecordNames.normal("\\141B.example.com.")).isEqualTo("ab.example.com");
        assertThat(RecordNames.normal("\\052.Example.com")).isEqualTo("\\052.example.com");
        assertThat(RecordNames.normal("a\\056b.example.com.")).isEqualTo("a\\056b.example.com");
        RecordNames names = new RecordNames("lock", "example.com");
        assertThat(names.election("lock.a.b.example.com.")).contains("a.b");
        assertThat(names.election("_tenure.lock.a.example.com.")).contains("a");
        for (String other : List.of("lock.example.com.", "lock.\\052.example.com.", "block.a.example.com.", "a.")) {
            assertThat(names.election(other)).isEmpty();
        }
    }

    @Test
    void recordsOfOthersMayStandBetween() {
        for (String other : List.of("0", "1", "2", "-")) {
            zone.put(other + "." + lockName("a"), "TXT", 60, "\"other\"");
        }
        Lease lease = StoreTestSteps.elect(store, "a");

        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "a"))).isEqualTo(lease);
    }

    @Test
    void recordWithRoutingPolicyIsReportedWithTheRemedy() {
        zone.change(List.of(new FakeZone.Change(
                "CREATE", new FakeZone.RecordSet(lockName("a") + ".", "TXT", "blue", 60, List.of("\"worker-1 5\"")))));

        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.inspect(store, "a"))
                .withMessageContaining("delete it");
    }

    @Test
    void foreignVersionIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ElectionRecords.of("etag"));
        assertThat(ElectionRecords.of("")).isEqualTo(ElectionRecords.NONE);
        ElectionRecords odd = new ElectionRecords(new TxtRecord(0, List.of("\"a,b;c:d\"", "-", "")), null);
        assertThat(ElectionRecords.of(odd.version())).isEqualTo(odd);
        assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(60));
    }

    /** R15: in any state of the side record. */
    @ParameterizedTest
    @ValueSource(strings = {"state=released", "state=held", ""})
    void claimIsRefusedAfterTheHighestToken(String state) {
        zone.put(sideName("a"), "TXT", 60, "\"tenure=1 " + state + " token=" + Lease.MAX_TOKEN + "\"");
        Sighting seen = StoreTestSteps.inspect(store, "a");

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("a", seen), StoreTestSteps.soon()))
                .withMessageContaining("'a' shows token " + Lease.MAX_TOKEN);
        assertThat(StoreTestSteps.inspect(store, "a")).isEqualTo(seen);
    }
}
