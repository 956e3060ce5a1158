package dev.tenure.http.peer.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.WriteStamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes questions and replies as JSON. Malformed input is refused with an {@link IOException}. */
public final class PeerJson {
    private PeerJson() {}

    public static byte[] write(PeerQuestion question) {
        return object(json -> {
            json.writeNumberField("protocol", PeerQuestion.PROTOCOL);
            json.writeStringField("asker", question.asker().id());
            json.writeNumberField("sequence", question.asker().sequence());
            writePosition(json, question.heard());
            json.writeNumberField("holdMillis", question.hold().toMillis());
            writeTexts(json, "follow", question.follow());
            writeTexts(json, "rosters", question.rosters());
            List<PeerRosterEntry> entries = question.asker().entries();
            if (entries != null) {
                writeEntries(json, entries);
            }
            Request request = question.request();
            if (request != null) {
                json.writeObjectFieldStart("request");
                json.writeStringField("election", request.election());
                json.writeNumberField("token", request.token());
                json.writeStringField("successor", request.successor());
                json.writeStringField("by", request.by());
                json.writeStringField("at", request.at().toString());
                json.writeEndObject();
            }
        });
    }

    public static PeerQuestion readQuestion(byte[] bytes) throws IOException {
        JsonTree tree = JsonTree.parse(bytes);
        requireProtocol(tree);
        try {
            List<PeerRosterEntry> entries = tree.has("entries") ? readEntries(tree) : null;
            JsonTree request = tree.objectOrNull("request");
            return new PeerQuestion(
                    new PeerQuestion.Asker(tree.text("asker"), tree.number("sequence"), entries),
                    readPosition(tree),
                    Duration.ofMillis(tree.number("holdMillis")),
                    tree.texts("follow"),
                    tree.texts("rosters"),
                    request == null ? null : readRequest(request));
        } catch (IllegalArgumentException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    public static byte[] write(PeerReply reply) {
        return object(json -> {
            json.writeNumberField("protocol", PeerQuestion.PROTOCOL);
            writePosition(json, reply.position());
            json.writeArrayFieldStart("leases");
            for (PeerReply.Pushed pushed : reply.leases()) {
                writeLease(json, pushed);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("ended");
            for (Map.Entry<String, Long> ended : reply.ended().entrySet()) {
                json.writeStartObject();
                json.writeStringField("election", ended.getKey());
                json.writeNumberField("token", ended.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
            writeEntries(json, reply.entries());
        });
    }

    public static PeerReply readReply(byte[] bytes) throws IOException {
        JsonTree tree = JsonTree.parse(bytes);
        requireProtocol(tree);
        try {
            List<PeerReply.Pushed> leases = new ArrayList<>();
            for (JsonTree lease : tree.objects("leases")) {
                leases.add(readLease(lease));
            }
            Map<String, Long> ended = new HashMap<>();
            for (JsonTree each : tree.objects("ended")) {
                ended.put(each.text("election"), each.number("token"));
            }
            return new PeerReply(readPosition(tree), leases, ended, readEntries(tree));
        } catch (IllegalArgumentException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    /** Returns an object that states a problem, for people to read. */
    public static byte[] problem(String problem) {
        return object(json -> json.writeStringField("error", problem));
    }

    /** Returns the problem that the other side states, or null. */
    public static @Nullable String readProblem(byte[] bytes) {
        try {
            return JsonTree.parse(bytes).textOrNull("error");
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static void requireProtocol(JsonTree tree) throws IOException {
        if (tree.number("protocol") != PeerQuestion.PROTOCOL) {
            throw new IOException("it speaks protocol " + tree.number("protocol")
                    + " of the peer channel, this process " + PeerQuestion.PROTOCOL);
        }
    }

    private static void writePosition(JsonGenerator json, ReadPosition position) throws IOException {
        json.writeStringField("session", position.session());
        json.writeNumberField("revision", position.revision());
    }

    private static ReadPosition readPosition(JsonTree tree) throws IOException {
        return new ReadPosition(tree.text("session"), tree.number("revision"));
    }

    private static void writeLease(JsonGenerator json, PeerReply.Pushed pushed) throws IOException {
        Lease lease = pushed.lease();
        json.writeStartObject();
        json.writeStringField("election", lease.election());
        writeIdentity(json, lease.holder());
        json.writeNumberField("token", lease.token());
        json.writeNumberField("follows", lease.follows());
        json.writeStringField("since", lease.since().toString());
        json.writeStringField("ttl", lease.ttl().toString());
        json.writeNumberField("renewal", lease.stamp().renewal());
        json.writeNumberField("attempt", lease.stamp().attempt());
        json.writeStringField("at", lease.stamp().at().toString());
        json.writeStringField("version", lease.version());
        json.writeNumberField("trustMillis", pushed.trust().toMillis());
        json.writeEndObject();
    }

    private static PeerReply.Pushed readLease(JsonTree tree) throws IOException {
        WriteStamp stamp = new WriteStamp(tree.number("renewal"), tree.number("attempt"), tree.instant("at"));
        Lease lease = new Lease(
                tree.text("election"),
                readIdentity(tree),
                tree.number("token"),
                tree.number("follows"),
                tree.instant("since"),
                tree.duration("ttl"),
                stamp,
                tree.text("version"));
        long trust = tree.number("trustMillis");
        if (trust < 0 || trust > Lease.MAX_TTL.toMillis()) {
            throw new IOException("a trust of " + trust + " ms is beyond all reason");
        }
        return new PeerReply.Pushed(lease, Duration.ofMillis(trust));
    }

    private static void writeEntries(JsonGenerator json, Collection<PeerRosterEntry> entries) throws IOException {
        json.writeArrayFieldStart("entries");
        for (PeerRosterEntry entry : entries) {
            RosterEntry rosterEntry = entry.rosterEntry();
            json.writeStartObject();
            writeIdentity(json, rosterEntry.candidate());
            json.writeNumberField("priority", rosterEntry.priority());
            json.writeStringField("serviceVersion", rosterEntry.version());
            json.writeBooleanField("able", rosterEntry.able());
            json.writeNumberField("leads", rosterEntry.leads());
            json.writeNumberField("beat", rosterEntry.heartbeat().number());
            json.writeStringField("at", rosterEntry.heartbeat().at().toString());
            json.writeStringField("validFor", rosterEntry.heartbeat().validFor().toString());
            writeTexts(json, "rosters", entry.rosters());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static List<PeerRosterEntry> readEntries(JsonTree tree) throws IOException {
        List<PeerRosterEntry> entries = new ArrayList<>();
        for (JsonTree each : tree.objects("entries")) {
            RosterEntry.Heartbeat heartbeat =
                    new RosterEntry.Heartbeat(each.number("beat"), each.instant("at"), each.duration("validFor"));
            RosterEntry rosterEntry = new RosterEntry(
                    readIdentity(each),
                    toInt(each.number("priority")),
                    each.text("serviceVersion"),
                    each.flag("able"),
                    toInt(each.number("leads")),
                    heartbeat);
            entries.add(new PeerRosterEntry(rosterEntry, each.texts("rosters")));
        }
        return entries;
    }

    private static int toInt(long number) throws IOException {
        if (number != (int) number) {
            throw new IOException(number + " is too large");
        }
        return (int) number;
    }

    private static Request readRequest(JsonTree tree) throws IOException {
        return new Request(
                tree.text("election"),
                tree.number("token"),
                tree.textOrNull("successor"),
                tree.instant("at"),
                tree.text("by"));
    }

    private static void writeIdentity(JsonGenerator json, Identity who) throws IOException {
        json.writeStringField("instance", who.instance());
        json.writeStringField("name", who.name());
        json.writeStringField("address", who.address());
    }

    private static Identity readIdentity(JsonTree tree) throws IOException {
        return Identity.ofInstance(tree.text("instance"))
                .withName(tree.text("name"))
                .withAddress(tree.textOrNull("address"));
    }

    private static void writeTexts(JsonGenerator json, String name, Collection<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    @FunctionalInterface
    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static byte[] object(Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonTree.FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }
}
