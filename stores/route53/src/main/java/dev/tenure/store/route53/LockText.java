package dev.tenure.store.route53;

import dev.tenure.Identity;
import java.util.regex.Pattern;

/**
 * What a lock record says, in the words of shardcoordinator: who owns it, a blank, and until when, in quotes.
 *
 * @param owner the id of the owner
 * @param end the second since 1970 at which the lease ends
 */
record LockText(String owner, long end) {
    private static final Pattern OWNER = Pattern.compile("[!#-\\[\\]-~]{1,200}");

    /** Returns the lock of a candidate: its owner is this very start of the process. */
    static LockText of(Identity candidate, long end) {
        if (!OWNER.matcher(candidate.instance()).matches()) {
            throw new IllegalArgumentException("the instance '" + candidate.instance() + "' cannot own a lock: use at"
                    + " most 200 characters of ASCII, and no blank, double quote or backslash");
        }
        return new LockText(candidate.instance(), end);
    }

    TxtRecord record() {
        return TxtRecord.of("\"" + owner + " " + end + "\"");
    }

    /** Reads what shardcoordinator can read, and nothing else. */
    static LockText read(TxtRecord record) throws GarbageException {
        if (record.values().size() != 1) {
            throw new GarbageException("it has " + record.values().size() + " values, not one");
        }
        String text = record.values().get(0).replaceAll("^\"+|\"+$", "");
        int blank = text.indexOf(' ');
        if (blank < 1) {
            throw new GarbageException("'" + text + "' is not of the form OWNER SECONDS");
        }
        try {
            return new LockText(text.substring(0, blank), Long.parseLong(text.substring(blank + 1)));
        } catch (NumberFormatException e) {
            throw new GarbageException("'" + text.substring(blank + 1) + "' is no number of seconds");
        }
    }
}
