package dev.tenure.http.peer.protocol;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host and port of a peer, and nothing else, since others write the record it is read from.
 *
 * @param host a name, an IPv4 address, or an IPv6 address in brackets
 * @param port from 1 to 65535
 */
public record PeerAddress(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,252}|\\[[0-9A-Fa-f:.]{2,45}\\]):([0-9]{1,5})");

    /** Reads an address, or returns empty if it is not of the form HOST:PORT. */
    public static Optional<PeerAddress> parse(@Nullable String text) {
        Matcher form = FORM.matcher(text == null ? "" : text);
        if (!form.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(form.group(2));
        return port < 1 || port > 65_535 ? Optional.empty() : Optional.of(new PeerAddress(form.group(1), port));
    }

    /** Returns the URI of a path, with or without TLS. */
    public URI uri(boolean plain, String path) {
        return URI.create((plain ? "http://" : "https://") + this + path);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
