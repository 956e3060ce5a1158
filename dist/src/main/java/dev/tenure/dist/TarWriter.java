package dev.tenure.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/** Writes files as a tar archive of the POSIX format (ustar), all with one date. */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PREFIX = 155;
    private static final int AT_MODE = 100;
    private static final int AT_OWNER = 108;
    private static final int AT_GROUP = 116;
    private static final int AT_SIZE = 124;
    private static final int AT_DATE = 136;
    private static final int AT_SUM = 148;
    private static final int AT_KIND = 156;
    private static final int AT_TARGET = 157;
    private static final int AT_MAGIC = 257;
    private static final int AT_PREFIX = 345;

    private final OutputStream out;
    private final long seconds;

    TarWriter(OutputStream out, Instant date) {
        this.out = out;
        this.seconds = date.getEpochSecond();
    }

    void write(FileTree tree) throws IOException {
        for (FileTree.Entry entry : tree.entries()) {
            out.write(header(entry));
            if (entry.kind() == FileTree.Kind.FILE) {
                out.write(entry.content());
                out.write(new byte[(BLOCK - entry.content().length % BLOCK) % BLOCK]);
            }
        }
        out.write(new byte[2 * BLOCK]);
    }

    private byte[] header(FileTree.Entry entry) {
        byte[] header = new byte[BLOCK];
        boolean file = entry.kind() == FileTree.Kind.FILE;
        putPath(header, entry.kind() == FileTree.Kind.FOLDER ? entry.path() + "/" : entry.path());
        putOctal(header, AT_MODE, 7, entry.mode());
        putOctal(header, AT_OWNER, 7, entry.owner());
        putOctal(header, AT_GROUP, 7, entry.owner());
        putOctal(header, AT_SIZE, 11, file ? entry.content().length : 0);
        putOctal(header, AT_DATE, 11, seconds);
        header[AT_KIND] = (byte) entry.kind().letter();
        if (entry.kind() == FileTree.Kind.LINK) {
            require(entry.content().length <= LONGEST_NAME, entry.path());
            System.arraycopy(entry.content(), 0, header, AT_TARGET, entry.content().length);
        }
        put(header, AT_MAGIC, "ustar\00000");
        Arrays.fill(header, AT_SUM, AT_SUM + 8, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        putOctal(header, AT_SUM, 6, sum);
        header[AT_SUM + 6] = 0;
        return header;
    }

    /** A long path is divided at a slash. */
    private static void putPath(byte[] header, String path) {
        if (path.length() <= LONGEST_NAME) {
            put(header, 0, path);
            return;
        }
        int slash = path.indexOf('/', path.length() - LONGEST_NAME - 1);
        require(slash > 0 && slash <= LONGEST_PREFIX, path);
        put(header, 0, path.substring(slash + 1));
        put(header, AT_PREFIX, path.substring(0, slash));
    }

    private static void putOctal(byte[] header, int at, int digits, long value) {
        put(header, at, String.format(Locale.ROOT, "%0" + digits + "o", value));
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static void require(boolean fits, String path) {
        if (!fits) {
            throw new IllegalArgumentException("the path does not fit into a tar archive: " + path);
        }
    }
}
