package dev.tenure.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A real Redis server of its own, without persistence, or a replica of another. */
final class RedisNode implements AutoCloseable {
    private final RedisServer server;
    private final int port;

    RedisNode(String... settings) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        var builder = RedisServer.builder()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("repl-diskless-sync-delay 0");
        for (String setting : settings) {
            builder.setting(setting);
        }
        this.server = builder.build();
        server.start();
    }

    int port() {
        return port;
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
