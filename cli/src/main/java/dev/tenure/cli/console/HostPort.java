package dev.tenure.cli.console;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address that an option names.
 *
 * @param host the host as it was written: an IPv6 address is in brackets
 * @param port the port; 0 means any free one
 */
public record HostPort(String host, int port) {
    private static final Pattern ADDRESS =
            Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9][A-Za-z0-9._-]*):(\\d{1,5})");
    private static final Pattern ANY = Pattern.compile("0\\.0\\.0\\.0|\\[[0:]+]");
    private static final int MOST_PORT = 65_535;

    /** Reads the value of an option; {@code examples} shows valid ones to whom it refuses another. */
    public static HostPort parse(String option, String value, String examples) {
        Matcher parts = ADDRESS.matcher(value);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > MOST_PORT) {
            throw new CommandFailure(
                    ExitStatus.USAGE, option + " " + value + " is no address: write HOST:PORT, such as " + examples);
        }
        return new HostPort(parts.group(1), Integer.parseInt(parts.group(2)));
    }

    /** Returns the host without brackets, as sockets take it. */
    public String bare() {
        return host.replaceAll("[\\[\\]]", "");
    }

    /** Tells whether it stands for all addresses of this machine, so that nobody can connect to it. */
    public boolean isAnyAddress() {
        return ANY.matcher(host).matches();
    }
}
