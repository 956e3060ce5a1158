package dev.tenure.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits of the JDK's HTTP server that hold for all its servers in a JVM, and that it reads once.
 *
 * <p>Only whoever owns the process may decide these, so {@link HealthServer} leaves them alone. Without them,
 * connections that never send a byte are closed after 30 seconds, and their number is not limited.
 */
public final class JvmLimits {
    private static final Map<String, String> LIMITS = new LinkedHashMap<>();

    static {
        LIMITS.put("jdk.httpserver.maxConnections", "512");
        LIMITS.put("sun.net.httpserver.idleInterval", "15"); // seconds
        LIMITS.put("sun.net.httpserver.maxIdleConnections", "128");
        LIMITS.put("sun.net.httpserver.maxReqTime", "10"); // seconds
        LIMITS.put("sun.net.httpserver.maxReqHeaders", "64");
        LIMITS.put("sun.net.httpserver.maxReqHeaderSize", "16384");
    }

    private JvmLimits() {}

    /**
     * Sets the limits that were not set already: at most 512 connections, 128 of them idle, for 15 seconds; 10 seconds
     * to send a request, with 64 headers in 16 KiB. Must be called before the first HTTP server of the JVM is made.
     */
    public static void set() {
        LIMITS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
