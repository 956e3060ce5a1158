package dev.tenure.store.kafka;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Forwards requests to a broker, and drops those to group coordinators when a test says so. */
public final class GroupRequestFilter implements AutoCloseable {
    private static final int JOIN_GROUP = 11;
    private static final int SYNC_GROUP = 14;

    private final ServerSocket server;
    private final InetSocketAddress target;
    private volatile boolean losesGroups;

    public GroupRequestFilter(InetSocketAddress target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Cuts members off from their groups, and from nothing else, or reconnects them. */
    public void loseGroups(boolean lose) {
        losesGroups = lose;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "group-filter");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                start(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket broker = new Socket(target.getAddress(), target.getPort())) {
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            start(() -> answer(broker, client));
            request(client, broker);
        } catch (IOException ended) {
            return;
        }
    }

    private void request(Socket client, Socket broker) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(broker.getOutputStream()));
        while (true) {
            byte[] request = new byte[in.readInt()];
            in.readFully(request);
            int kind = ByteBuffer.wrap(request).getShort();
            if (!losesGroups || kind < JOIN_GROUP || kind > SYNC_GROUP) {
                out.writeInt(request.length);
                out.write(request);
                out.flush();
            }
        }
    }

    private static void answer(Socket broker, Socket client) {
        try (broker;
                client) {
            broker.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException ended) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
