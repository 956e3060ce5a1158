package dev.tenure.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses ports for servers that tests start as processes.
 *
 * <p>A port that the kernel chose and that was closed again may be given to somebody's outgoing connection before the
 * server binds it. These lie below the ports that Linux and others use for such connections. Two JVMs never choose the
 * same one: each keeps, as long as it lives, a lock on one byte of a file for every port that it chose.
 */
public final class ServerPorts {
    private static final int FIRST = 11_000;
    private static final int COUNT = 10_000;

    /** Never closed: closing any descriptor of the file would drop all locks of this JVM. */
    private static final FileChannel CHOSEN = openChosen();

    /** Processes begin anywhere, so that two of them seldom try the same ports. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private ServerPorts() {}

    /**
     * Returns a free port of the loopback address whose neighbour 10,000 above, for the bus of a cluster, is free too.
     */
    public static int free() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (choose(port) && isFree(port) && isFree(port + COUNT)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free from " + FIRST + " to " + (FIRST + COUNT));
    }

    private static boolean choose(int port) {
        try {
            return CHOSEN.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException chosenHere) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel openChosen() {
        Path file =
                Path.of(System.getProperty("java.io.tmpdir"), "tenure-test-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
