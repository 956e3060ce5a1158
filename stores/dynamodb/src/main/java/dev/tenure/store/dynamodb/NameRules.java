package dev.tenure.store.dynamodb;

import dev.tenure.Identity;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Checks names: those of elections become keys, and both systems must be able to read the owner of a lock. */
final class NameRules {
    private static final int MOST_BYTES = 1_000;
    private static final int MOST_OWNER_BYTES = 200;
    private static final Pattern TABLE = Pattern.compile("[a-zA-Z0-9_.-]{3,255}|arn:[a-zA-Z0-9_.:/-]{1,1020}");

    /** The characters that shardcoordinator refuses in the ids of shards and owners. */
    private static final Pattern NOT_SHARED = Pattern.compile("[ \t\r\n\"]");

    private NameRules() {}

    static void checkElection(String election, boolean shared) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the name of an election must not be blank");
        }
        if (bytes(election) > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the name of an election may take " + MOST_BYTES + " bytes in this table: shorten it");
        }
        if (shared && NOT_SHARED.matcher(election).find()) {
            throw new IllegalArgumentException("'" + election + "' cannot be the id of a shard of shardcoordinator:"
                    + " use no space, tab, line break or double quote");
        }
    }

    static String checkTable(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("'" + table + "' cannot be the name of a table: use 3 to 255 of a-z,"
                    + " A-Z, 0-9, '_', '.' and '-', or the ARN of a table");
        }
        return table;
    }

    /** Returns the owner of a lock as both systems see it: the instance id. */
    static String owner(Identity candidate) {
        String owner = candidate.instance();
        if (NOT_SHARED.matcher(owner).find() || bytes(owner) > MOST_OWNER_BYTES) {
            throw new IllegalArgumentException("the instance '" + owner + "' cannot own a lock: use at most "
                    + MOST_OWNER_BYTES + " bytes, and no space, tab, line break or double quote");
        }
        return owner;
    }

    private static int bytes(String text) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .remaining();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a name holds half a character: write it anew", e);
        }
    }
}
