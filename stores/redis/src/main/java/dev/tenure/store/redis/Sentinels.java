package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Finding;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.spi.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** Asks the sentinels which server is the master, at first and whenever there is doubt. Thread-safe. */
final class Sentinels implements Topology {
    private final Switchboard switchboard;
    private final String name;
    private volatile List<HostAndPort> sentinels;
    private volatile @Nullable HostAndPort master;

    /** Makes what asks these sentinels, through a switchboard of their own, for the master of that name. */
    Sentinels(Switchboard switchboard, List<HostAndPort> sentinels, String name) {
        this.switchboard = switchboard;
        this.sentinels = List.copyOf(sentinels);
        this.name = name;
    }

    @Override
    public HostAndPort home(int slot, Deadline deadline) {
        HostAndPort known = master;
        return known != null ? known : find(deadline);
    }

    /** Each gets a share of the time, so that one that hangs does not take it all; who answered last is asked first. */
    private HostAndPort find(Deadline deadline) {
        StoreException last = null;
        List<HostAndPort> asked = sentinels;
        for (int i = 0; i < asked.size(); i++) {
            HostAndPort sentinel = asked.get(i);
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(asked.size() - i + 1L));
            try {
                HostAndPort found = ask(sentinel, share);
                if (found != null) {
                    prefer(sentinel);
                    master = found;
                    return found;
                }
            } catch (StoreException e) {
                last = e;
            }
        }
        deadline.requireLeft();
        if (last == null) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "no sentinel of " + asked + " knows a master named '" + name + "': correct the name");
        }
        throw last;
    }

    private @Nullable HostAndPort ask(HostAndPort sentinel, Deadline deadline) {
        Call call = Call.command(0, Protocol.Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", name);
        Object answer = switchboard.ask(sentinel, "asking a sentinel for the master", call, deadline);
        if (answer instanceof List<?> parts
                && parts.size() == 2
                && parts.get(0) instanceof byte[] host
                && parts.get(1) instanceof byte[] port) {
            return new HostAndPort(
                    new String(host, StandardCharsets.UTF_8),
                    Integer.parseInt(new String(port, StandardCharsets.UTF_8)));
        }
        return null;
    }

    private void prefer(HostAndPort sentinel) {
        if (!sentinels.get(0).equals(sentinel)) {
            List<HostAndPort> ordered = new ArrayList<>(sentinels);
            ordered.remove(sentinel);
            ordered.add(0, sentinel);
            sentinels = List.copyOf(ordered);
        }
    }

    @Override
    public List<HostAndPort> masters(Deadline deadline) {
        return List.of(home(0, deadline));
    }

    @Override
    public void doubt(HostAndPort node) {
        if (node.equals(master)) {
            master = null;
        }
    }

    /** A fail-over takes most of the sentinels, and each must agree that they are there. */
    @Override
    public List<Finding> diagnose(Deadline deadline) {
        String text = "";
        for (HostAndPort sentinel : sentinels) {
            Call call = Call.command(0, Protocol.Command.SENTINEL, "CKQUORUM", name);
            try {
                Object answer = switchboard.ask(sentinel, "asking " + sentinel + " for its quorum", call, deadline);
                text = answer instanceof byte[] words ? new String(words, StandardCharsets.UTF_8) : "";
            } catch (StoreException e) {
                return List.of(Finding.warn(
                        "sentinels",
                        String.valueOf(e.getMessage()),
                        "bring the sentinels back: without most of them nothing fails over"));
            }
        }
        return List.of(Finding.ok("sentinels", "all " + sentinels.size() + " agree: " + text));
    }

    @Override
    public void close() {
        switchboard.close();
    }
}
