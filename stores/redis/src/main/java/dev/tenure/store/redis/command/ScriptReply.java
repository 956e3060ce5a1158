package dev.tenure.store.redis.command;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a script on the record of an election.
 *
 * @param status 0 refused, 1 granted, 2 refused, and the record shown may be one the caller wrote
 * @param nowMicros the server's clock
 * @param raw the record as it is now, one character for each byte, or null if there is none
 * @param replicas how many replicas must have what the script wrote
 * @param readable whether the script could parse the record
 */
public record ScriptReply(
        long status, long nowMicros, @Nullable String raw, int replicas, boolean readable) {
    private static final int PARTS = 5;

    private static boolean isOfAScript(@Nullable Object answer) {
        return answer instanceof List<?> parts && parts.size() == PARTS && parts.get(0) instanceof Long;
    }

    /** Returns how many replicas must have what these replies wrote; 0 if they wrote nothing. */
    public static int replicasNeeded(List<Object> answers) {
        return answers.stream()
                .flatMap(ScriptReply::allIn)
                .mapToInt(ScriptReply::replicas)
                .max()
                .orElse(0);
    }

    /** Tells whether an answer is the reply of a script that wrote. */
    public static boolean isOfAWrite(Object answer) {
        return allIn(answer).anyMatch(ScriptReply::wrote);
    }

    /** Returns the replies about records in an answer: itself, or those of each election in the answer to a round. */
    private static Stream<ScriptReply> allIn(Object answer) {
        if (isOfAScript(answer)) {
            return Stream.of(read(answer));
        }
        return answer instanceof List<?> elections
                ? elections.stream()
                        .filter(List.class::isInstance)
                        .flatMap(asked -> ((List<?>) asked).stream())
                        .filter(ScriptReply::isOfAScript)
                        .map(ScriptReply::read)
                : Stream.empty();
    }

    public static ScriptReply read(Object answer) {
        if (!isOfAScript(answer)) {
            throw new IllegalArgumentException("the answer of the script has an unknown form");
        }
        List<?> parts = (List<?>) answer;
        String raw = parts.get(2) instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : null;
        int replicas = (int) Math.min(Replies.number(parts.get(3)), Integer.MAX_VALUE);
        return new ScriptReply(
                (Long) parts.get(0),
                Replies.number(parts.get(1)),
                raw,
                replicas,
                Long.valueOf(1).equals(parts.get(4)));
    }

    public boolean granted() {
        return status == 1;
    }

    /** Tells whether the script wrote: a new record, or the caller's own record once more, unchanged. */
    public boolean wrote() {
        return status != 0;
    }
}
