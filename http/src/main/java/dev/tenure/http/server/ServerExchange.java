package dev.tenure.http.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One request and its answer, on a connection of a {@link ConnectionListener}. */
final class ServerExchange extends HttpExchange {
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final Connection connection;
    private final RequestHead head;
    private final RequestBody body;
    private final OutputStream out;
    private final Headers answer = new Headers();
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile int status = -1;
    private volatile @Nullable ResponseBody response;
    private boolean keepsConnection;

    ServerExchange(Connection connection, RequestHead head, InputStream in, OutputStream out) {
        this.connection = connection;
        this.head = head;
        this.out = out;
        this.keepsConnection = head.keepsConnection();
        this.body = new RequestBody(in, head.bodyLength(), head.waitsToContinue() ? this::sayContinue : null);
    }

    private void sayContinue() throws IOException {
        out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /**
     * Sends the head of the answer.
     *
     * @param length of its body; 0 if that is not known, -1 if there is none
     */
    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        if (status != -1) {
            throw new IOException("the headers of the answer were sent already");
        }
        status = code;
        boolean isHead = head.method().equals("HEAD");
        boolean empty = length < 0 || code == 204 || code == 304;
        if (!empty && length > 0) {
            answer.set("Content-Length", Long.toString(length));
        } else if (empty && !isHead && code != 204 && code != 304) {
            answer.set("Content-Length", "0");
        }
        keepsConnection &= (empty || isHead || length > 0)
                && answer.getOrDefault("Connection", List.of()).isEmpty();
        if (body.refuse()) {
            keepsConnection = false;
        }
        if (!keepsConnection) {
            answer.set("Connection", "close");
        }
        answer.set("Date", DATE.format(Instant.ofEpochMilli(TimeSource.system().wallMillis())));
        out.write(text().getBytes(StandardCharsets.ISO_8859_1));
        response = new ResponseBody(isHead || empty, length == 0 ? Long.MAX_VALUE : length);
        if (empty) {
            out.flush();
            finish(true);
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status).append(status == 200 ? " OK\r\n" : " \r\n");
        answer.forEach((name, values) -> values.forEach(
                value -> text.append(name).append(": ").append(value).append("\r\n")));
        return text.append("\r\n").toString();
    }

    /** Ends the exchange; an answer that is not complete ends its connection. */
    @Override
    public void close() {
        ResponseBody sent = response;
        finish(sent != null && sent.isComplete());
    }

    private void finish(boolean complete) {
        if (finished.compareAndSet(false, true)) {
            connection.finished(complete, keepsConnection, body);
        }
    }

    /** The body of the answer; closing it ends the exchange. */
    private final class ResponseBody extends OutputStream {
        private final boolean discards;
        private final long announced;
        private long left;

        ResponseBody(boolean discards, long length) {
            this.discards = discards;
            this.announced = length;
            this.left = length;
        }

        boolean isComplete() {
            return discards || left == 0 || announced == Long.MAX_VALUE;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (discards) {
                return;
            }
            if (length > left) {
                throw new IOException("the answer is longer than was announced");
            }
            out.write(bytes, offset, length);
            if (length == left) {
                out.flush(); // now, because later another thread may close the exchange
            }
            left -= length;
        }

        @Override
        public void flush() throws IOException {
            if (!finished.get()) {
                out.flush();
            }
        }

        @Override
        public void close() {
            finish(isComplete());
        }
    }

    @Override
    public Headers getRequestHeaders() {
        return head.headers();
    }

    @Override
    public Headers getResponseHeaders() {
        return answer;
    }

    @Override
    public URI getRequestURI() {
        return head.target();
    }

    @Override
    public String getRequestMethod() {
        return head.method();
    }

    @Override
    public InputStream getRequestBody() {
        return body;
    }

    @Override
    public OutputStream getResponseBody() {
        ResponseBody sent = response;
        if (sent == null) {
            throw new IllegalStateException("the headers of the answer must be sent first");
        }
        return sent;
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return connection.remote();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return connection.local();
    }

    @Override
    public int getResponseCode() {
        return status;
    }

    @Override
    public String getProtocol() {
        return head.version();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public @Nullable HttpPrincipal getPrincipal() {
        return null;
    }

    @Override
    public HttpContext getHttpContext() {
        throw new UnsupportedOperationException("this server has no contexts: see HealthServerBuilder.mount");
    }

    @Override
    public void setStreams(InputStream newIn, OutputStream newOut) {
        throw new UnsupportedOperationException("this server has no filters");
    }
}
