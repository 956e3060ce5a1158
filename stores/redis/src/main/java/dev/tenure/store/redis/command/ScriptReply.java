package dev.tenure.store.redis.command;


import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a script on the record of an election answered.
 *
 * @param status 0 refused, 1 granted, 2 refused and showing what the caller may have written itself
 * @param nowMicros the server's clock
 * @param raw the record as it is now, a character for each byte, or null if there is none
 * @param replicas how many replicas must have what the script wrote before it counts
 * @param readable whether the script, too, could make something of the record
 */
public record ScriptReply(long status, long nowMicros, @Nullable String raw, int replicas, boolean readable) {
    private static final int PARTS = 5;

    private static boolean isOfAScript(Object answer) {
        return answer instanceof List<?> parts && parts.size() == PARTS && parts.get(0) instanceof Long;
    }

    /** Returns how many replicas must have what these answers say was written; 0 if nothing was. */
    public static int replicasNeeded(List<Object> answers) {
        int most = 0;
        for (Object answer : answers) {
            if (isOfAScript(answer)) {
                most = Math.max(most, read(answer).replicas());
            }
        }
        return most;
    }

    /** Tells whether an answer is that of a script that wrote: a record anew, or the caller's own as it was. */
    public static boolean isOfAWrite(Object answer) {
        return isOfAScript(answer) && read(answer).wrote();
    }

    public static ScriptReply read(Object answer) {
        if (!isOfAScript(answer)) {
            throw new IllegalArgumentException("the answer of the script is of an unknown form");
        }
        List<?> parts = (List<?>) answer;
        String raw = parts.get(2) instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : null;
        int replicas = (int) Math.min(number(parts.get(3)), Integer.MAX_VALUE);
        return new ScriptReply(
                (Long) parts.get(0),
                number(parts.get(1)),
                raw,
                replicas,
                Long.valueOf(1).equals(parts.get(4)));
    }

    private static long number(Object digits) {
        return Long.parseLong(new String((byte[]) digits, StandardCharsets.UTF_8));
    }

    public boolean granted() {
        return status == 1;
    }

    /** Tells whether the script wrote: a record anew, or the caller's own once more as it was. */
    public boolean wrote() {
        return status != 0;
    }
}
