package dev.tenure.store.s3;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps elections to objects: one object for each name under a prefix, or one lockfile for one election.
 *
 * @param prefix what all keys begin with: empty, or ending in a slash; or the key of the only lockfile
 * @param only the name of the only election, or null if there may be any number
 */
record ObjectKeys(String prefix, @Nullable String only) {
    /** The most bytes that S3 allows in a key. */
    static final int MOST_BYTES = 1_024;

    /** Keeps an election named like the folder of another apart, on stores that have folders. */
    private static final String SUFFIX = ".json";

    /** The part of keys that no election has: for objects beside the elections. */
    private static final String ASIDE = ".tenure";

    private static final int LONGEST_ASIDE = 60;

    /** Returns the keys of any number of elections, as {@code PREFIX/NAME.json}. */
    static ObjectKeys under(String prefix) {
        if (!prefix.isEmpty()) {
            check(prefix, "the prefix");
        }
        return new ObjectKeys(prefix.isEmpty() ? "" : prefix + "/", null);
    }

    /** Returns the one key of one election. */
    static ObjectKeys only(String lockfile, String election) {
        check(lockfile, "the lockfile");
        return new ObjectKeys(lockfile, election);
    }

    /** Returns the key of an election's object. */
    String of(String election) {
        return only == null ? prefix + election + SUFFIX : prefix;
    }

    /** Returns the key of the object that keeps the tokens of an election. */
    String token(String election) {
        return of(election) + ASIDE + "-token";
    }

    /** Returns the key of the object that keeps the baton of an election. */
    String baton(String election) {
        return of(election) + ASIDE + "-baton";
    }

    /** Returns the key of scratch data. */
    String scratch(String what) {
        return only == null ? prefix + ASIDE + "/" + what : prefix + ASIDE + "-" + what;
    }

    /** Returns the election of this key, or empty if it is not the key of an election. */
    Optional<String> election(String key) {
        String name = key.startsWith(prefix) && key.endsWith(SUFFIX) && key.length() > prefix.length() + SUFFIX.length()
                ? key.substring(prefix.length(), key.length() - SUFFIX.length())
                : "";
        return name.isEmpty() || isAside(name) ? Optional.empty() : Optional.of(name);
    }

    /** Refuses a name that not every store keeps unchanged as a key. */
    void checkName(String election) {
        if (only != null) {
            if (!election.equals(only)) {
                throw new IllegalArgumentException("the lockfile " + prefix + " is that of the election '" + only
                        + "', not of '" + election + "': use that name, or set election=");
            }
            return;
        }
        check(election, "the name of an election");
        if (isAside(election)) {
            throw new IllegalArgumentException("the name of an election must not begin with " + ASIDE);
        }
        int bytes = bytes(of(election)) + LONGEST_ASIDE;
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("the name of an election must have at most "
                    + (MOST_BYTES - bytes + bytes(election)) + " bytes under this prefix, but this one has "
                    + bytes(election));
        }
    }

    /** Returns the elections that are known without listing: the only one, or none. */
    List<String> known() {
        return only == null ? List.of() : List.of(only);
    }

    private static boolean isAside(String name) {
        return name.equals(ASIDE) || name.startsWith(ASIDE + "/");
    }

    private static void check(String name, String what) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " must not contain half a character", e);
        }
        if (name.chars().anyMatch(Character::isISOControl) || name.contains("\\")) {
            throw new IllegalArgumentException(what + " must contain neither control characters nor backslashes");
        }
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw new IllegalArgumentException("'" + name + "' cannot be " + what
                        + ": it must neither begin nor end with a slash, nor contain //, /./ or /../");
            }
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
