package dev.tenure.store.kafka.log;

/**
 * Names one record of the log. A log that became shorter uses its offsets again, so the offset alone does not.
 *
 * @param offset where the record is
 * @param id the id that its writer drew for it
 */
record Version(long offset, String id) {
    /** Names no record: what an election without one has. */
    static final Version NONE = new Version(-1, "");

    private static final char SEPARATOR = '.';

    /**
     * Returns the version with this text; an empty text is {@link #NONE}.
     *
     * @throws IllegalArgumentException if no record has such a version
     */
    static Version parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        int dot = text.indexOf(SEPARATOR);
        if (dot < 0 || dot == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is no version");
        }
        return new Version(Long.parseLong(text.substring(0, dot)), text.substring(dot + 1));
    }

    String text() {
        return equals(NONE) ? "" : offset + String.valueOf(SEPARATOR) + id;
    }
}
