package dev.tenure.ui.web;

import dev.tenure.StoreException;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.JsonText;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.ui.store.ElectionRow;
import dev.tenure.ui.store.PageStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Asks leaders to resign, one at a time. Thread-safe. */
final class HandOverAction {
    private final String operator;
    private final TimeSource time;
    private final Semaphore one = new Semaphore(1);

    /**
     * Creates the action.
     *
     * @param operator who asks, for the history
     */
    HandOverAction(String operator, TimeSource time) {
        this.operator = operator;
        this.time = time;
    }

    /**
     * Asks the leader of the term that the person saw, and no other.
     *
     * @param token the token of that term
     * @param successor the instance that shall lead next, or null for anyone
     */
    JsonReply ask(PageStore store, ElectionRow row, long token, @Nullable String successor)
            throws RequestRefusedException {
        if (!store.store().capabilities().contains(Capability.REQUESTS)) {
            throw new RequestRefusedException(
                    JsonReply.CONFLICT, "the " + store.store().name() + " store passes no requests on");
        }
        if (!one.tryAcquire()) {
            throw new RequestRefusedException(JsonReply.UNAVAILABLE, "another request is under way: try again");
        }
        try {
            requireTerm(store, row.election(), token);
            if (successor != null) {
                requireAble(store, row.election(), successor);
            }
            Instant now = Instant.ofEpochMilli(time.wallMillis());
            store.store().requests().submit(new Request(row.election(), token, successor, now, operator), store.soon());
            return JsonReply.ok(JsonText.object(json -> json.writeBooleanField("asked", true)));
        } catch (StoreException failed) {
            String why = ElectionJson.withoutAddresses(String.valueOf(failed.getMessage()));
            throw new RequestRefusedException(JsonReply.UNAVAILABLE, "the store did not take the request: " + why);
        } catch (IllegalArgumentException refused) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, String.valueOf(refused.getMessage()));
        } finally {
            one.release();
        }
    }

    private static void requireTerm(PageStore store, String election, long token) throws RequestRefusedException {
        Sighting sighting = store.store().inspect(election, store.soon());
        if (!(sighting instanceof Sighting.Held held) || held.lease().token() != token) {
            throw new RequestRefusedException(
                    JsonReply.CONFLICT, "the term with token " + token + " is over: look who leads now");
        }
    }

    private static void requireAble(PageStore store, String election, String successor) throws RequestRefusedException {
        List<RosterEntry> members = store.roster(election);
        boolean able = members != null
                && members.stream()
                        .anyMatch(member ->
                                member.able() && member.candidate().instance().equals(successor));
        if (!able) {
            throw new RequestRefusedException(
                    JsonReply.CONFLICT, "that candidate does not stand here any more, or is not able to lead");
        }
    }
}
