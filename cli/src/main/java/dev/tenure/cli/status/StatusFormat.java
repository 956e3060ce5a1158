package dev.tenure.cli.status;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.cli.console.Table;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.Lease;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats the status of elections. */
final class StatusFormat {
    private StatusFormat() {}

    /** Returns a JSON array with an object for each election; what does not apply is null. */
    static String json(List<StatusLine> lines) {
        return JsonText.indentedArray(lines, StatusFormat::write);
    }

    private static void write(JsonGenerator json, StatusLine line) throws IOException {
        Lease lease = line.lease();
        json.writeStringField("election", line.election());
        ElectionJson.writeIdentity(json, "leader", lease == null ? null : lease.holder());
        json.writeNumberField("token", line.token());
        ElectionJson.writeInstant(json, "since", lease == null ? null : lease.since());
        json.writeNumberField("expiresInMillis", line.remaining().toMillis());
        ElectionJson.writeReason(json, line.reason());
    }

    /** Returns a table for people. */
    static String table(List<StatusLine> lines) {
        Table table = new Table("ELECTION", "LEADER", "TOKEN", "SINCE", "LEASE");
        for (StatusLine line : lines) {
            table.row(
                    line.election(),
                    leader(line.lease()),
                    line.token() == 0 ? "-" : Long.toString(line.token()),
                    line.lease() == null ? "-" : line.lease().since().toString(),
                    lease(line));
        }
        return table.toString();
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
}
