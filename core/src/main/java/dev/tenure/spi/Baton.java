package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/** What one write left in the register of an election: see {@link Batons}. Immutable. */
public final class Baton {
    private static final Baton NONE = new Baton(0, 0, new byte[0], "");

    private final long token;
    private final long number;
    private final byte[] content;
    private final String version;

    /**
     * Makes a baton.
     *
     * @param token the token of the term that wrote it
     * @param number which write of that term it is; no two have the same
     * @param content at most {@link Batons#MAX_BYTES} bytes
     * @param version the store's own mark of it, opaque to all others
     */
    public Baton(long token, long number, byte[] content, String version) {
        if (content.length > Batons.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a baton holds at most " + Batons.MAX_BYTES + " bytes, not " + content.length);
        }
        this.token = token;
        this.number = number;
        this.content = content.clone();
        this.version = requireNonNull(version, "version");
    }

    /** Returns what stands for the baton of an election that has none: it is of no term, and its version is empty. */
    public static Baton none() {
        return NONE;
    }

    public long token() {
        return token;
    }

    public long number() {
        return number;
    }

    public byte[] content() {
        return content.clone();
    }

    public String version() {
        return version;
    }

    /** Returns this baton under the version that a store gave it. */
    public Baton withVersion(String given) {
        return new Baton(token, number, content, given);
    }

    /** Returns what names this write among all of its election: the version, in a store that has none of its own. */
    public String writeId() {
        return token + "." + number;
    }

    /** Tells whether the other one is of the same write, whatever the store's mark. */
    public boolean isSameWrite(Baton other) {
        return other.token == token && other.number == number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Baton that
                && isSameWrite(that)
                && version.equals(that.version)
                && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(token) * 31 + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "baton " + writeId() + " of " + content.length + " bytes";
    }
}
