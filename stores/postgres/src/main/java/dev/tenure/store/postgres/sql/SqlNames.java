package dev.tenure.store.postgres.sql;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What names of elections and schemas can be, and how the server spells them. */
public final class SqlNames {
    /** Far below what a key of an index or the payload of a notice can hold. */
    static final int MOST_ELECTION_BYTES = 1_000;

    /** What PostgreSQL keeps of an identifier. */
    static final int MOST_IDENTIFIER_BYTES = 63;

    private static final String CHANNEL = "tenure:";
    private static final String RIVER_CHANNEL = ".river_leadership";

    private SqlNames() {}

    /** Refuses a name that the database could not keep as it is. */
    public static void checkElection(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the name of an election must not be blank");
        }
        requireText(election, "the name of an election");
        int bytes = election.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_ELECTION_BYTES) {
            throw new IllegalArgumentException("the name of an election must have at most " + MOST_ELECTION_BYTES
                    + " bytes, but this one has " + bytes);
        }
    }

    /** Refuses what cannot be the name of a schema; PostgreSQL itself would cut a longer one silently. */
    public static String checkSchema(String schema) {
        requireText(schema, "the name of a schema");
        int bytes = schema.getBytes(StandardCharsets.UTF_8).length;
        if (schema.isEmpty() || bytes > MOST_IDENTIFIER_BYTES) {
            throw new IllegalArgumentException("the name of a schema must have 1 to " + MOST_IDENTIFIER_BYTES
                    + " bytes, but '" + schema + "' has " + bytes);
        }
        return schema;
    }

    private static void requireText(String name, String what) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            if (encoded.hasRemaining() && name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(what + " must not contain the character NUL");
            }
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " must not contain half a character", e);
        }
    }

    /** Returns the name as an identifier in SQL, whatever is in it. */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** Returns the text as a literal that means the same whatever the server's settings for backslashes are. */
    public static String literal(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /** Returns the channel on which the users of a schema wake each other; channels belong to the whole database. */
    public static String channel(String schema) {
        byte[] bytes = schema.getBytes(StandardCharsets.UTF_8);
        return bytes.length + CHANNEL.length() <= MOST_IDENTIFIER_BYTES ? CHANNEL + schema : CHANNEL + hash(bytes);
    }

    /** Refuses a schema that River could not use: its channel must not be longer than an identifier. */
    public static String checkRiverSchema(String schema) {
        checkSchema(schema);
        int room = MOST_IDENTIFIER_BYTES - RIVER_CHANNEL.length();
        if (schema.getBytes(StandardCharsets.UTF_8).length > room) {
            throw new IllegalArgumentException(
                    "the name of a schema of River's must have 1 to " + room + " bytes, but '" + schema + "' has more");
        }
        return schema;
    }

    /** Returns the channel on which the River clients of a schema tell of their leadership. */
    public static String riverChannel(String schema) {
        return schema + RIVER_CHANNEL;
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
