package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ConnectionFaultContract;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("the line to the shared broker")
@Tag("server")
@Timeout(120)
class KafkaConnectionFaultTest extends ConnectionFaultContract {
    private final TestBroker broker = TestBroker.shared();
    private final String topic = KafkaTestData.newElection();

    @Override
    protected InetSocketAddress server() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port());
    }

    /** A broker says where its clients connect to; so the proxy is the one that it names. */
    @Override
    protected TcpFaultProxy openProxy() {
        return broker.line();
    }

    @Override
    protected void closeProxy(TcpFaultProxy opened) {
        opened.pass();
    }

    @Override
    protected LeaseStore open(InetSocketAddress address) {
        return KafkaStore.on(address.getHostString() + ":" + address.getPort())
                .topic(topic)
                .open();
    }

    /** The client sends a record again over another connection, and the broker keeps it once. */
    @Override
    protected boolean checksConnectionBeforeSending() {
        return true;
    }
}
