package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.store.support.UnreadableRecordException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The value of a lock record in the format of shardcoordinator: the owner, a blank, and the end, in quotes.
 *
 * @param owner the id of the owner
 * @param end the second since 1970 at which the lease ends
 */
record LockValue(String owner, long end) {
    /** The longest id of an owner that shardcoordinator accepts. */
    private static final int LONGEST_OWNER = 200;

    /** Returns the lock of a candidate. */
    static LockValue of(Identity candidate, long end) {
        return new LockValue(owner(candidate), end);
    }

    /**
     * Returns the owner for a candidate: its instance id. Characters that a record cannot hold are encoded as in a URL;
     * generated instance ids have none.
     */
    private static String owner(Identity candidate) {
        String owner = encoded(candidate);
        if (owner.length() > LONGEST_OWNER) {
            throw new IllegalArgumentException("the instance '" + candidate.instance()
                    + "' cannot own a lock: use at most " + LONGEST_OWNER + " characters");
        }
        return owner;
    }

    /** Returns the owner for a candidate without a check: a damaged record may name any instance. */
    static String encoded(Identity candidate) {
        return URLEncoder.encode(candidate.instance(), StandardCharsets.UTF_8);
    }

    TxtRecord record() {
        return TxtRecord.of("\"" + owner + " " + end + "\"");
    }

    /** Reads only values that shardcoordinator can read. */
    static LockValue read(TxtRecord record) throws UnreadableRecordException {
        if (record.values().size() != 1) {
            throw new UnreadableRecordException("it has " + record.values().size() + " values, not one");
        }
        String text = record.values().get(0).replaceAll("^\"+|\"+$", "");
        int blank = text.indexOf(' ');
        if (blank < 1) {
            throw new UnreadableRecordException("'" + text + "' is not of the form OWNER SECONDS");
        }
        try {
            return new LockValue(text.substring(0, blank), Long.parseLong(text.substring(blank + 1)));
        } catch (NumberFormatException e) {
            throw new UnreadableRecordException("'" + text.substring(blank + 1) + "' is no number of seconds");
        }
    }
}
