package dev.tenure.store.postgres;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A pooler in the manner of PgBouncer, in front of the shared server: lends its server connections to clients for a
 * session, or for a transaction. Knows the messages of the protocol, but neither TLS nor passwords nor cancelling.
 */
public final class TestPooler implements AutoCloseable {
    private static final int SPECIAL_REQUEST = 1234 << 16;
    private static final int NOBODYS_PID = 7;

    /** For how long a server connection is lent, and which is lent next. */
    public enum Mode {
        SESSION,
        TRANSACTION_LAST_FIRST,
        TRANSACTION_FIRST_FIRST
    }

    private final Mode mode;
    private final ServerSocket acceptor;
    private final Deque<End> idle = new ConcurrentLinkedDeque<>();
    private final Set<End> ends = ConcurrentHashMap.newKeySet();

    public TestPooler(Mode mode) {
        this.mode = mode;
        try {
            this.acceptor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns what opens connections through this pooler. */
    public PGSimpleDataSource source() {
        PGSimpleDataSource source = TestServer.source();
        source.setServerNames(new String[] {"localhost"});
        source.setPortNumbers(new int[] {acceptor.getLocalPort()});
        return source;
    }

    /** One side of what is between a client and a server. */
    private record End(Socket socket, DataInputStream in, DataOutputStream out) {
        static End of(Socket socket) throws IOException {
            return new End(
                    socket,
                    new DataInputStream(new BufferedInputStream(socket.getInputStream())),
                    new DataOutputStream(new BufferedOutputStream(socket.getOutputStream())));
        }

        Message read() throws IOException {
            byte type = in.readByte();
            return new Message(type, in.readNBytes(in.readInt() - 4));
        }
    }

    private static final class Message {
        private final byte type;
        private final byte[] body;

        Message(byte type, byte[] body) {
            this.type = type;
            this.body = body;
        }

        void writeTo(DataOutputStream out) throws IOException {
            out.writeByte(type);
            out.writeInt(body.length + 4);
            out.write(body);
        }
    }

    private void accept() throws IOException {
        while (true) {
            End client = opened(acceptor.accept());
            start(() -> serve(client));
        }
    }

    private End opened(Socket socket) throws IOException {
        End end = End.of(socket);
        ends.add(end);
        return end;
    }

    private void serve(End client) throws IOException {
        byte[] hello = hello(client);
        End server = greet(hello, client);
        try (Socket toClient = client.socket()) {
            while (toClient.isConnected()) {
                Message asked = client.read();
                if (asked.type == 'X') {
                    return;
                }
                server = mode == Mode.SESSION ? server : lend(hello);
                transact(client, server, asked);
            }
        }
    }

    private End lend(byte[] hello) throws IOException {
        End free = mode == Mode.TRANSACTION_LAST_FIRST ? idle.pollFirst() : idle.pollLast();
        return free != null ? free : greet(hello, null);
    }

    /** Before the client hears of the end of its transaction, so that the next one finds it. */
    private void release(End server) {
        if (mode != Mode.SESSION) {
            idle.push(server);
        }
    }

    /** Reads who the client is, and says no to encryption of either kind. */
    private static byte[] hello(End client) throws IOException {
        while (true) {
            byte[] body = client.in().readNBytes(client.in().readInt() - 4);
            boolean request =
                    body.length == 4 && (((body[0] & 0xff) << 24) | ((body[1] & 0xff) << 16)) == SPECIAL_REQUEST;
            if (!request) {
                return body;
            }
            client.out().writeByte('N');
            client.out().flush();
        }
    }

    /** Opens a server connection as this client, who hears all of its greeting, if there is one, but whose it is. */
    private End greet(byte[] hello, @Nullable End client) throws IOException {
        End server = opened(new Socket("localhost", TestServer.SHARED.getPort()));
        server.out().writeInt(hello.length + 4);
        server.out().write(hello);
        server.out().flush();
        DataOutputStream listening = client == null ? new DataOutputStream(new ByteArrayOutputStream()) : client.out();
        Message said;
        do {
            said = server.read();
            if (said.type == 'K') {
                said.body[0] = 0;
                said.body[1] = 0;
                said.body[2] = 0;
                said.body[3] = NOBODYS_PID;
            }
            said.writeTo(listening);
        } while (said.type != 'Z');
        if (client != null) {
            release(server);
        }
        listening.flush();
        return server;
    }

    /** Carries messages to and fro until the server is outside of any transaction. */
    private void transact(End client, End server, Message first) throws IOException {
        Message asked = first;
        while (true) {
            asked.writeTo(server.out());
            if (asked.type == 'S' || asked.type == 'Q') {
                server.out().flush();
                Message said;
                do {
                    said = server.read();
                    said.writeTo(client.out());
                } while (said.type != 'Z');
                boolean over = said.body[0] == 'I';
                if (over) {
                    release(server);
                }
                client.out().flush();
                if (over) {
                    return;
                }
            }
            asked = client.read();
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // One of the two hung up, or the test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        acceptor.close();
        for (End end : ends) {
            end.socket().close();
        }
    }
}
