package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Runs without a takeover delay, so that an expired row is granted without a look, too. */
@Tag("server")
class RiverStoreContractTest extends LeaseStoreContract {
    private static final String NO_RESERVATION =
            "River's row has no room for a reservation; without a roster none comes";
    private static final String NO_FOLLOWED_TERM =
            "River's row has no room for the term before: it reads as none, and is waited out";
    private static final String THEIR_TIMES =
            "River's row has the database's times only; RiverTableTest checks the rest";
    private static final String ONE_ELECTION = "River has one election in each schema";
    private static final String NOT_KEPT = "River's requests are notices, and are not stored";

    private final RiverSchema schema = RiverSchema.create();

    @Override
    protected LeaseStore open() {
        return schema.store()
                .takeoverDelay(Duration.ZERO)
                .takeoverDelayAfterResign(Duration.ZERO)
                .open();
    }

    @Override
    protected String newElection() {
        return RiverStore.ELECTION;
    }

    @Override
    protected Map<String, String> exemptions() {
        return Map.ofEntries(
                Map.entry("Releases.aReservationIsStoredAndReadBack", NO_RESERVATION),
                Map.entry("Releases.aTermThatTookOverAReleasedOneSaysSo", NO_FOLLOWED_TERM),
                Map.entry("StoreClock.aReservedSeatIsKeptForItsHeir", NO_RESERVATION),
                Map.entry("Records.everyFieldIsKept", THEIR_TIMES),
                Map.entry("Records.aMissingAddressIsKept", THEIR_TIMES),
                Map.entry("Records.largeNumbersAreKept", "River's row has no room for a renewal number"),
                Map.entry("Records.electionsDoNotDisturbEachOther", ONE_ELECTION),
                Map.entry("RequestsToLeaders.requestsAreKeptApart", ONE_ELECTION),
                Map.entry("RequestsToLeaders.onlyTheElectionsAskedForAreAnswered", ONE_ELECTION),
                Map.entry("RequestsToLeaders.aRequestStaysUntilTheNextReplacesIt", NOT_KEPT),
                Map.entry("RequestsToLeaders.aVoidRequestIsStillShown", NOT_KEPT),
                Map.entry("RequestsToLeaders.everyFieldIsKept", NOT_KEPT),
                Map.entry("RequestsToLeaders.aMissingSuccessorIsKeptAsMissing", NOT_KEPT));
    }

    @Override
    protected boolean countsRenewals() {
        return false;
    }

    @Override
    protected void elapse(String election, Duration duration) {
        schema.elapse(duration);
    }

    @Override
    protected void corrupt(String election) {
        schema.set("elected_at = '-infinity'");
    }

    @Override
    protected void forget(String election) {
        schema.clear();
    }

    @Override
    protected List<String> legalNames() {
        return List.of(RiverStore.ELECTION);
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "payroll", "Default", "default ");
    }

    @Override
    protected int raceRounds() {
        return 60;
    }
}
