package dev.tenure.http.status;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.JsonText;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.CachedAnswer;
import dev.tenure.store.support.StoreReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the replies about a candidate and its elections. Thread-safe.
 *
 * <p>Each answer checks leadership by the clocks: a cached answer could outlive the term.
 */
public final class StatusReplies {
    private static final Duration LOOP_PATIENCE = Duration.ofSeconds(2);

    /** The same message for unknown elections, so that clients without credentials learn no names. */
    private static final String DOES_NOT_LEAD = "this candidate does not lead";

    private final Candidate candidate;
    private final StoreReader store;
    private final CachedAnswer<Boolean> alive;

    public StatusReplies(Candidate candidate) {
        this.candidate = candidate;
        this.store = new StoreReader(candidate);
        this.alive = new CachedAnswer<>(candidate::isAlive, Runnable::run, TimeSource.system());
    }

    // ---- leadership, in the format of s3lect's servers

    /** Returns the record while this candidate leads the election. */
    public JsonReply leadership(@Nullable String name) throws RequestRefusedException {
        Election election = standingIn(name);
        Optional<Term> held = election.term();
        if (held.isPresent()) {
            Term term = held.get();
            JsonReply record = JsonReply.ok(JsonText.object(json -> writeRecord(json, term)));
            if (term.isCurrent()) { // still current after the record was written
                return record;
            }
        }
        return JsonReply.error(JsonReply.NOT_FOUND, DOES_NOT_LEAD);
    }

    private static void writeRecord(JsonGenerator json, Term term) throws IOException {
        String address = term.candidate().address();
        json.writeStringField("leaderID", term.candidate().instance());
        if (address != null) {
            json.writeStringField("leaderAddr", address);
        }
        ElectionJson.writeInstant(json, "lastUpdated", term.renewed());
    }

    private Election standingIn(@Nullable String name) throws RequestRefusedException {
        List<Election> elections = candidate.elections();
        if (name == null && elections.size() > 1) {
            throw new RequestRefusedException(
                    JsonReply.BAD_REQUEST, "this candidate stands in several elections: say which with ?election=NAME");
        }
        return elections.stream()
                .filter(election -> name == null || election.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new RequestRefusedException(JsonReply.NOT_FOUND, DOES_NOT_LEAD));
    }

    // ---- elections

    public JsonReply elections() {
        List<Status> statuses =
                views().values().stream().map(ElectionView::status).toList();
        return JsonReply.ok(JsonText.array(statuses, ElectionJson::writeStatus));
    }

    /**
     * Answers only for elections that this candidate stands in or observes, so that clients cannot make it read others.
     */
    public JsonReply election(String name) throws RequestRefusedException {
        ElectionView view = views().get(name);
        if (view == null) {
            throw new RequestRefusedException(
                    JsonReply.NOT_FOUND, "this candidate neither stands in this election nor looks on at it");
        }
        StoreReader.Extract record =
                store.read(name); // first, because it may take a while and the status must be current
        Status status = view.status();
        return JsonReply.ok(JsonText.object(json -> {
            ElectionJson.writeStatus(json, status);
            writePage(json, "roster", record.roster(), (out, member) -> ElectionJson.writeMember(out, member, status));
            writePage(json, "history", record.history(), StatusReplies::writeEntry);
        }));
    }

    private Map<String, ElectionView> views() {
        Map<String, ElectionView> views = new TreeMap<>();
        candidate.observed().forEach(view -> views.put(view.name(), view));
        candidate.elections().forEach(election -> views.put(election.name(), election));
        return views;
    }

    private static void writeEntry(JsonGenerator json, HistoryEntry entry) throws IOException {
        ElectionJson.writeEntry(json, entry, ElectionJson.withoutAddresses(entry.cause()));
    }

    private static <E> void writePage(
            JsonGenerator json, String field, StoreReader.Page<E> page, JsonText.Fields<E> fields) throws IOException {
        if (page.read()) {
            json.writeFieldName(field);
            JsonText.writeArray(json, page.entries(), fields);
        } else if (page.kept()) {
            json.writeNullField(field);
        }
    }

    // ---- health of this process

    public JsonReply livez() {
        boolean well = alive.answer(LOOP_PATIENCE).orElse(false);
        return state("alive", well, "the candidate is closed, or its loop does not answer");
    }

    /** A candidate is ready if the store has answered lately, whether it leads or not. */
    public JsonReply readyz() {
        List<ElectionView> views = new ArrayList<>(views().values());
        if (views.isEmpty()) {
            return state("ready", false, "this candidate stands in no election");
        }
        Duration ttl = candidate.settings().timing().ttl();
        Instant since = Instant.ofEpochMilli(TimeSource.system().wallMillis()).minus(ttl);
        boolean heard = views.stream().anyMatch(view -> {
            Instant seen = view.status().lastSeen();
            return seen != null && seen.isAfter(since);
        });
        return state("ready", heard, "the store has not answered for a ttl (" + ttl.toMillis() + " ms)");
    }

    private static JsonReply state(String word, boolean well, String otherwise) {
        String body = JsonText.object(json -> {
            json.writeBooleanField(word, well);
            json.writeStringField("problem", well ? null : otherwise);
        });
        return well ? JsonReply.ok(body) : new JsonReply(JsonReply.UNAVAILABLE, body, Map.of());
    }
}
