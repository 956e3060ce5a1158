package dev.tenure.store.s3;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Counts requests as they go out, by their method; a listing counts as LIST. Thread-safe. */
final class RequestCounter implements ExecutionInterceptor {
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    /** Returns a client of the shared emulator whose requests are counted here. */
    S3Client client() {
        return S3Client.builder()
                .endpointOverride(Emulator.uri(Emulator.SHARED.address()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(Emulator.keys())
                .overrideConfiguration(override -> override.addExecutionInterceptor(this))
                .build();
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        String method = context.request().getClass().getSimpleName().startsWith("List")
                ? "LIST"
                : context.httpRequest().method().name();
        counts.computeIfAbsent(method, name -> new AtomicInteger()).incrementAndGet();
    }

    /** Returns what was counted since the last time. */
    Map<String, Integer> take() {
        Map<String, Integer> taken = new TreeMap<>();
        counts.forEach((method, count) -> taken.put(method, count.getAndSet(0)));
        taken.values().removeIf(count -> count == 0);
        return taken;
    }

    int count(String method) {
        AtomicInteger count = counts.get(method);
        return count == null ? 0 : count.get();
    }
}
