package dev.tenure.cli.handover;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.ElectionEvent;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.cli.console.DisplayFormat;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a request to resign or transfer.
 *
 * @param election the election
 * @param wanted the name or the instance that shall lead next, or null for anyone
 * @param from who was asked
 * @param fromToken the token of the term it was asked to give up
 * @param patience how long was waited at most
 * @param result what came of it
 * @param leader who leads now, or null for nobody
 * @param token the token of that term, or of the last known one
 * @param ending what the leader wrote down about the end of its term, or null
 */
record HandOverReport(
        String election,
        @Nullable String wanted,
        Identity from,
        long fromToken,
        Duration patience,
        Result result,
        @Nullable Identity leader,
        long token,
        @Nullable HistoryEntry ending) {

    /** The kinds of outcomes. */
    enum Result {
        /** The leader was asked, and the command did not wait. */
        ASKED,

        /** The candidate that was wanted leads already. */
        ALREADY,

        /** Another term has begun: that of the candidate that was wanted, if there was one. */
        MOVED,

        /** Another candidate leads than the one that was wanted. */
        ELSEWHERE,

        /** Nobody leads any more. */
        VACANT,

        /** The leader still leads the same term. */
        NOT_HONOURED
    }

    /** Creates a report before anything has happened. */
    HandOverReport(String election, @Nullable String wanted, Identity from, long fromToken, Duration patience) {
        this(election, wanted, from, fromToken, patience, Result.NOT_HONOURED, from, fromToken, null);
    }

    static boolean isCalled(Identity who, String word) {
        return who.name().equals(word) || who.instance().equals(word);
    }

    HandOverReport with(Result newResult, @Nullable Identity newLeader, long newToken) {
        return new HandOverReport(election, wanted, from, fromToken, patience, newResult, newLeader, newToken, ending);
    }

    HandOverReport because(@Nullable HistoryEntry newEnding) {
        return new HandOverReport(election, wanted, from, fromToken, patience, result, leader, token, newEnding);
    }

    /** Returns the report after something happened. */
    HandOverReport after(ElectionEvent event) {
        if (event instanceof ElectionEvent.Present present) {
            return seen(present.status().leader(), present.status().token());
        }
        return event instanceof ElectionEvent.LeaderChanged changed ? seen(changed.leader(), changed.token()) : this;
    }

    private HandOverReport seen(@Nullable Identity who, long newToken) {
        if (who == null) {
            return with(Result.VACANT, null, newToken);
        }
        if (newToken == fromToken) {
            return with(Result.NOT_HONOURED, who, newToken);
        }
        return with(wanted == null || isCalled(who, wanted) ? Result.MOVED : Result.ELSEWHERE, who, newToken);
    }

    /** Tells whether the outcome is final: the request is void for any other term. */
    boolean isSettled() {
        return result == Result.MOVED || result == Result.ELSEWHERE;
    }

    ExitStatus exitStatus() {
        boolean honoured = switch (result) {
            case ASKED, ALREADY, MOVED -> true;
            case VACANT -> wanted == null;
            case ELSEWHERE, NOT_HONOURED -> false;
        };
        return honoured ? ExitStatus.OK : ExitStatus.NOT_IN_TIME;
    }

    /** Returns what happened, in one line. */
    String text() {
        String asked = DisplayFormat.termOf(from, fromToken);
        String now = leader == null ? "nobody" : leader.name();
        String instead = wanted == null ? "" : "; " + wanted + " did not take over in time";
        return switch (result) {
            case ASKED -> asked + " was asked to resign" + (wanted == null ? "" : " in favour of " + wanted);
            case ALREADY -> now + " leads " + election + " already, with token " + token;
            case MOVED -> end(asked) + "; " + now + " leads " + election + " with token " + token;
            case ELSEWHERE -> end(asked) + ", but " + now + " leads " + election + " with token " + token + instead;
            case VACANT -> end(asked) + ", and nobody leads " + election + " yet" + instead;
            case NOT_HONOURED ->
                asked + " still leads " + election + " after " + Durations.show(patience)
                        + ": it was asked, and may resign yet; 'tenure roster " + election
                        + "' shows whether it is alive";
        };
    }

    /** Distinguishes a leader that resigned from one that was killed or hung. */
    private String end(String asked) {
        if (ending == null) {
            return asked + " no longer leads";
        }
        if (ending.what() == HistoryEntry.What.RESIGNED) {
            return asked
                    + (ending.reason() == Reason.WORK_ENDED
                            ? " gave up its term (" + ending.cause() + ")"
                            : " resigned");
        }
        return asked + " lost its term (" + ending.cause() + ")";
    }

    /** Returns a JSON object. */
    String json() {
        return JsonText.indentedObject(json -> write(json, this));
    }

    private static void write(JsonGenerator json, HandOverReport report) throws IOException {
        json.writeStringField("election", report.election);
        json.writeStringField("result", ElectionJson.word(report.result));
        json.writeFieldName("asked");
        writeTerm(json, report.from, report.fromToken);
        json.writeFieldName("leader");
        if (report.leader == null) {
            json.writeNull();
        } else {
            writeTerm(json, report.leader, report.token);
        }
        ElectionJson.writeReason(json, report.ending == null ? null : report.ending.reason());
        json.writeStringField("cause", report.ending == null ? null : report.ending.cause());
    }

    private static void writeTerm(JsonGenerator json, Identity who, long token) throws IOException {
        json.writeStartObject();
        ElectionJson.writeIdentity(json, "name", who);
        json.writeNumberField("token", token);
        json.writeEndObject();
    }
}
