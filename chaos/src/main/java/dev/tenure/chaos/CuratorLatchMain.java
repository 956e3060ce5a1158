package dev.tenure.chaos;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * Curator's LeaderLatch, instead of a candidate. The ttl is the session's; all else is as Curator's examples have it.
 */
final class CuratorLatchMain {
    private static final int CONNECTION_MILLIS = 15_000;
    private static final int RETRY_MILLIS = 1_000;
    private static final int RETRIES = 3;

    private CuratorLatchMain() {}

    public static void main(String[] arguments) throws Exception {
        PeerNode node = PeerNode.attach(arguments);
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                node.server().getAuthority(),
                Math.toIntExact(node.ttl().toMillis()),
                CONNECTION_MILLIS,
                new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES));
        client.start();
        LeaderLatch latch = new LeaderLatch(client, "/" + node.election(), node.who());
        latch.start();
        node.run(latch::hasLeadership);
    }
}
