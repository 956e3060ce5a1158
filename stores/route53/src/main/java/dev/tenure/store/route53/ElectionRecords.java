package dev.tenure.store.route53;

import org.jspecify.annotations.Nullable;

/**
 * The two records of an election. Their version is their whole content, so that a change can name exactly what to
 * delete without another read.
 *
 * @param lock the lock record, or null if there is none
 * @param side the side record, or null if there is none
 */
record ElectionRecords(@Nullable TxtRecord lock, @Nullable TxtRecord side) {
    static final ElectionRecords NONE = new ElectionRecords(null, null);

    private static final String NOTHING = "-";
    private static final String BETWEEN = ";";

    /** Returns the version of these records; empty if there is neither. */
    String version() {
        return lock == null && side == null ? "" : text(lock) + BETWEEN + text(side);
    }

    private static String text(@Nullable TxtRecord record) {
        return record == null ? NOTHING : record.written();
    }

    /** Returns the records with this version. */
    static ElectionRecords of(String version) {
        if (version.isEmpty()) {
            return NONE;
        }
        int between = version.indexOf(BETWEEN);
        if (between < 0) {
            throw new IllegalArgumentException("'" + version + "' is no version of the route53 store");
        }
        return new ElectionRecords(read(version.substring(0, between)), read(version.substring(between + 1)));
    }

    private static @Nullable TxtRecord read(String text) {
        return text.equals(NOTHING) ? null : TxtRecord.read(text);
    }
}
