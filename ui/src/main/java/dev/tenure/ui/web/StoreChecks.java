package dev.tenure.ui.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.StoreException;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.ui.store.PageStore;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a store finds out about itself when it is asked to check, once a minute at most. Thread-safe. */
final class StoreChecks {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final TimeSource time;
    private final Map<Integer, Outcome> outcomes = new HashMap<>();

    StoreChecks(TimeSource time) {
        this.time = time;
    }

    /** A check: when it began, and what it found; null while it goes on. */
    private record Outcome(
            long beganNanos, long at, @Nullable List<CheckResult> findings) {}

    /** Begins a check unless there is a recent one, and returns what is known. */
    synchronized String begin(PageStore store) {
        Outcome known = outcomes.get(store.number());
        long now = time.nanos();
        boolean recent = known != null && (known.findings() == null || now - known.beganNanos() < KEPT.toNanos());
        if (!recent) {
            outcomes.put(store.number(), new Outcome(now, time.wallMillis(), null));
            Thread thread = new Thread(() -> check(store, now), "tenure-page-check");
            thread.setDaemon(true);
            thread.start();
        }
        return json(store);
    }

    private void check(PageStore store, long beganNanos) {
        List<CheckResult> findings;
        try {
            findings = store.store().diagnose(store.store().timing(), Deadline.after(time, LONGEST));
        } catch (StoreException failed) {
            findings = List.of(
                    CheckResult.fail("store", String.valueOf(failed.getMessage()), "fix that first, then check again"));
        } catch (RuntimeException | LinkageError mistake) {
            findings = List.of(CheckResult.fail("check", "it failed: " + mistake, "run tenure doctor --debug"));
        }
        synchronized (this) {
            outcomes.put(store.number(), new Outcome(beganNanos, time.wallMillis(), findings));
        }
    }

    /** Returns the last check of a store as a JSON object. */
    synchronized String json(PageStore store) {
        Outcome known = outcomes.get(store.number());
        return JsonText.object(json -> {
            json.writeStringField("state", known == null ? "none" : known.findings() == null ? "running" : "done");
            if (known != null && known.findings() != null) {
                json.writeNumberField("at", known.at());
                json.writeFieldName("findings");
                JsonText.writeArray(json, known.findings(), StoreChecks::write);
            }
        });
    }

    private static void write(JsonGenerator json, CheckResult finding) throws IOException {
        json.writeStringField("level", ElectionJson.word(finding.level()));
        json.writeStringField("subject", finding.subject());
        json.writeStringField("text", ElectionJson.withoutAddresses(finding.text()));
        json.writeStringField("remedy", finding.remedy());
    }
}
