package dev.tenure.fence.redis;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Words in a key of Redis; its address is how the fence is called, the name of the keys, and the ports. */
public final class RedisFencedSet implements FencedSet {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String address;
    private final UnifiedJedis redis;
    private final RedisFence fence;
    private final String key;

    public RedisFencedSet(String address) {
        this.address = address;
        String[] parts = address.split(" ", -1);
        List<HostAndPort> servers = Arrays.stream(parts)
                .skip(2)
                .map(port -> new HostAndPort("127.0.0.1", Integer.parseInt(port)))
                .toList();
        this.redis = servers.size() > 1
                ? RedisClusterClient.create(servers.stream().collect(Collectors.toSet()))
                : RedisClient.create("redis://" + servers.get(0));
        this.key = "{" + parts[1] + "}:words";
        RedisFence script = RedisFence.at("{" + parts[1] + "}:fence");
        this.fence = parts[0].equals("function") ? script.asFunction() : script;
    }

    static RedisFencedSet create(String way, List<Integer> ports) {
        return new RedisFencedSet(way + " accounts-" + NAMES.incrementAndGet() + " "
                + ports.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    RedisFence fence() {
        return fence;
    }

    UnifiedJedis redis() {
        return redis;
    }

    String key() {
        return key;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Set<String> words() {
        String words = redis.get(key);
        return words == null ? new TreeSet<>() : new TreeSet<>(List.of(words.split(" ", -1)));
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        Set<String> words = words();
        pause.run();
        words.add(word);
        fence.write(redis, election, token, List.of(List.of("SET", key, String.join(" ", words))));
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        fence.mark(redis).ifPresent(held -> held.requireAdmits(new FenceMark("any", election, token)));
        Set<String> words = words();
        pause.run();
        words.add(word);
        redis.set(key, String.join(" ", words));
    }

    @Override
    public FencedSet withoutMark() {
        fence.remove(redis);
        return this;
    }
}
