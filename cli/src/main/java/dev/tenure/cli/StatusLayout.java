package dev.tenure.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the standing of elections is printed. */
final class StatusLayout {
    private StatusLayout() {}

    /** Returns a JSON array with an object for each election; what does not apply is null. */
    static String json(List<StatusLine> lines) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (StatusLine line : lines) {
                write(json, line);
            }
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, StatusLine line) throws IOException {
        Lease lease = line.lease();
        Identity leader = lease == null ? null : lease.holder();
        json.writeStartObject();
        json.writeStringField("election", line.election());
        json.writeStringField("leader", leader == null ? null : leader.name());
        json.writeStringField("instance", leader == null ? null : leader.instance());
        json.writeStringField("address", leader == null ? null : leader.address());
        json.writeNumberField("token", line.token());
        json.writeStringField("since", lease == null ? null : lease.since().toString());
        json.writeNumberField("expiresInMillis", line.remaining().toMillis());
        json.writeEndObject();
    }

    /** Returns a table for people. */
    static String table(List<StatusLine> lines) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ELECTION", "LEADER", "TOKEN", "SINCE", "LEASE"));
        lines.forEach(line -> rows.add(row(line)));
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.get(0).size(); column++) {
            int index = column;
            widths.add(
                    rows.stream().mapToInt(row -> row.get(index).length()).max().orElse(0));
        }
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                text.append(pad(row.get(column), widths.get(column) + 2));
            }
            table.append(text.toString().stripTrailing()).append('\n');
        }
        return table.toString().stripTrailing();
    }

    private static List<String> row(StatusLine line) {
        return List.of(
                line.election(),
                leader(line.lease()),
                line.token() == 0 ? "-" : Long.toString(line.token()),
                line.lease() == null ? "-" : line.lease().since().toString(),
                lease(line));
    }

    private static String leader(@Nullable Lease lease) {
        return lease == null ? "nobody" : lease.holder().name();
    }

    private static String lease(StatusLine line) {
        if (line.problem() != null) {
            return "unreadable";
        }
        if (line.lease() == null) {
            return "free";
        }
        double seconds = line.remaining().toMillis() / 1000.0;
        return line.isLed() ? String.format(Locale.ROOT, "%.1fs left", seconds) : "has run out";
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
