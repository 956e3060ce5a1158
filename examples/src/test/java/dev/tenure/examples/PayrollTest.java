package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PayrollTest {
    @Test
    void theLedgerGetsTheTokenOfTheRun() throws Exception {
        BlockingQueue<Long> ledger = new LinkedBlockingQueue<>();
        CountDownLatch shutdown = new CountDownLatch(1);
        Payroll payroll = new Payroll(ledger::add, shutdown);

        Thread node = new Thread(() -> {
            try {
                payroll.stand("memory:payroll");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        node.start();

        assertThat(ledger.poll(20, TimeUnit.SECONDS)).isPositive();
        shutdown.countDown();
        node.join(20_000);
        assertThat(node.isAlive()).isFalse();
    }
}
