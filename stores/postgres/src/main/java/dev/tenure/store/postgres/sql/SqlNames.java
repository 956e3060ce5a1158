package dev.tenure.store.postgres.sql;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checks names of elections and schemas, and writes them in SQL. */
public final class SqlNames {
    /** Far below the limits of an index key and of the payload of a notification. */
    static final int MOST_ELECTION_BYTES = 1_000;

    /** PostgreSQL cuts longer identifiers. */
    static final int MOST_IDENTIFIER_BYTES = 63;

    private static final String CHANNEL = "tenure:";
    private static final String RIVER_CHANNEL = ".river_leadership";

    private SqlNames() {}

    /** Refuses a name that the database cannot store unchanged. */
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

    /** Refuses a name that no schema can have; PostgreSQL itself cuts a longer one silently. */
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
            throw new IllegalArgumentException(what + " must be valid Unicode: it has half a character", e);
        }
    }

    /** Returns the name as an identifier in SQL, whatever characters it has. */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** Returns the text as a literal that does not depend on the server's settings for backslashes. */
    public static String literal(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /** Returns the channel for the wake-ups of a schema; channels belong to the whole database. */
    public static String channel(String schema) {
        byte[] bytes = schema.getBytes(StandardCharsets.UTF_8);
        return bytes.length + CHANNEL.length() <= MOST_IDENTIFIER_BYTES ? CHANNEL + schema : CHANNEL + hash(bytes);
    }

    /** Refuses a schema that River cannot use: the name of its channel would be too long. */
    public static String checkRiverSchema(String schema) {
        checkSchema(schema);
        int room = MOST_IDENTIFIER_BYTES - RIVER_CHANNEL.length();
        if (schema.getBytes(StandardCharsets.UTF_8).length > room) {
            throw new IllegalArgumentException(
                    "the name of a schema for River must have 1 to " + room + " bytes, but '" + schema + "' has more");
        }
        return schema;
    }

    /** Returns the channel on which the River clients of a schema report their leadership. */
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
