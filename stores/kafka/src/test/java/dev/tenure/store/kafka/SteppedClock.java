package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Replaces the clocks of Tenure and of Kafka's clients in a child process, so that its wall clock can be stepped. The
 * clock of the machine cannot be stepped for one process alone.
 */
final class SteppedClock {
    /** The system property of the child that holds the step in milliseconds. */
    static final String STEP = "tenure.test.step";

    private static final String TENURES = """
            package dev.tenure.spi;
            enum SystemTime implements TimeSource {
                CLOCKS;
                @Override public long nanos() { return System.nanoTime(); }
                @Override public long wallMillis() {
                    return System.currentTimeMillis() + Long.getLong("tenure.test.step", 0);
                }
            }
            """;

    private static final String KAFKAS = """
            package org.apache.kafka.common.utils;
            class SystemTime implements Time {
                private static final SystemTime SYSTEM_TIME = new SystemTime();
                public static SystemTime getSystemTime() { return SYSTEM_TIME; }
                private SystemTime() {}
                @Override public long milliseconds() {
                    return System.currentTimeMillis() + Long.getLong("tenure.test.step", 0);
                }
                @Override public long nanoseconds() { return System.nanoTime(); }
                @Override public void sleep(long millis) { Utils.sleep(millis); }
                @Override public void waitObject(
                        Object object, java.util.function.Supplier<Boolean> condition, long deadline)
                        throws InterruptedException {
                    synchronized (object) {
                        while (!condition.get()) {
                            long now = milliseconds();
                            if (now >= deadline) {
                                throw new org.apache.kafka.common.errors.TimeoutException("not in time");
                            }
                            object.wait(deadline - now);
                        }
                    }
                }
            }
            """;

    private SteppedClock() {}

    /** Compiles the classes into this folder. */
    static void compileInto(Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path tenures = Files.createDirectories(sources.resolve("tenure")).resolve("SystemTime.java");
        Path kafkas = Files.createDirectories(sources.resolve("kafka")).resolve("SystemTime.java");
        List<String> arguments = List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                Files.writeString(tenures, TENURES).toString(),
                Files.writeString(kafkas, KAFKAS).toString());
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said);
        int result =
                ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertThat(result).as(said.toString()).isZero();
    }
}
