package dev.tenure.store.redis.command;

import java.nio.charset.StandardCharsets;

/** Reads the values of plain replies. */
public final class Replies {
    private Replies() {}

    /** Returns the text of a bulk string. */
    public static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number that a bulk string holds in digits. */
    public static long number(Object digits) {
        return Long.parseLong(text(digits));
    }
}
