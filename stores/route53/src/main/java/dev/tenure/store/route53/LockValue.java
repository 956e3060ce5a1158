package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.store.support.UnreadableRecordException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What a lock record says, in the words of shardcoordinator: who owns it, a blank, and until when, in quotes.
 *
 * @param owner the id of the owner
 * @param end the second since 1970 at which the lease ends
 */
record LockValue(String owner, long end) {
    /** The longest id of an owner that shardcoordinator takes. */
    private static final int LONGEST_OWNER = 200;

    /** Returns the lock of a candidate. */
    static LockValue of(Identity candidate, long end) {
        return new LockValue(owner(candidate), end);
    }

    /**
     * Returns the owner that a candidate is: this very start of the process. What could not stand in a record is
     * written as in a URL; an instance that Tenure made up has nothing of the kind.
     */
    private static String owner(Identity candidate) {
        String owner = encoded(candidate);
        if (owner.length() > LONGEST_OWNER) {
            throw new IllegalArgumentException("the instance '" + candidate.instance()
                    + "' cannot own a lock: use at most " + LONGEST_OWNER + " characters");
        }
        return owner;
    }

    /** Returns the owner that a candidate is, whether or not it could own a lock: a damaged record may name anybody. */
    static String encoded(Identity candidate) {
        return URLEncoder.encode(candidate.instance(), StandardCharsets.UTF_8);
    }

    TxtRecord record() {
        return TxtRecord.of("\"" + owner + " " + end + "\"");
    }

    /** Reads what shardcoordinator can read, and nothing else. */
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
