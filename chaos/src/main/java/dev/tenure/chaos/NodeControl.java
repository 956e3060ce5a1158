package dev.tenure.chaos;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** The file by which the preloaded library of one node is told to step the wall clock and to stall disk syncs. */
final class NodeControl {
    private static final int STEP_AT = 0;
    private static final int STALL_AT = Long.BYTES;

    private final Path file;
    private final MappedByteBuffer numbers;

    NodeControl(Path file) throws IOException {
        this.file = file;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            numbers = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES);
        }
        numbers.order(ByteOrder.nativeOrder());
    }

    Path file() {
        return file;
    }

    /** Sets how far the wall clock of the node is ahead. */
    void stepWall(Duration ahead) {
        numbers.putLong(STEP_AT, ahead.toNanos());
    }

    /** Lets disk syncs hang from now on, or return. */
    void stallDisk(boolean stall) {
        numbers.putLong(STALL_AT, stall ? 1 : 0);
    }
}
