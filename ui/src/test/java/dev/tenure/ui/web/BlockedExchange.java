package dev.tenure.ui.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A request of a client that reads nothing of its answer: writing blocks until it is interrupted. */
final class BlockedExchange extends HttpExchange {
    final CountDownLatch writing = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);
    private final Headers headers = new Headers();

    @Override
    public OutputStream getResponseBody() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                writing.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException cut) {
                    throw new InterruptedIOException("cut");
                }
            }
        };
    }

    @Override
    public Headers getRequestHeaders() {
        return headers;
    }

    @Override
    public Headers getResponseHeaders() {
        return headers;
    }

    @Override
    public URI getRequestURI() {
        return URI.create("/api/events");
    }

    @Override
    public String getRequestMethod() {
        return "GET";
    }

    @Override
    public void close() {
        closed.countDown();
    }

    @Override
    public void sendResponseHeaders(int code, long length) {}

    @Override
    public InputStream getRequestBody() {
        return InputStream.nullInputStream();
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public int getResponseCode() {
        return 200;
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public @Nullable HttpContext getHttpContext() {
        return null;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return null;
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {}

    @Override
    public void setStreams(InputStream in, OutputStream out) {}

    @Override
    public @Nullable HttpPrincipal getPrincipal() {
        return null;
    }
}
