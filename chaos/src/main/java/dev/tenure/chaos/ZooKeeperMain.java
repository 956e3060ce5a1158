package dev.tenure.chaos;

import org.apache.zookeeper.server.ZooKeeperServerMain;

/** A ZooKeeper server that ends with its parent. Its argument is the file with its configuration. */
final class ZooKeeperMain {
    private ZooKeeperMain() {}

    public static void main(String[] arguments) {
        NodeProcess.attach(NodeClock.ofThisProcess(), order -> {});
        ZooKeeperServerMain.main(arguments);
    }
}
