package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.FencedRegister;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PayrollTest {
    @Test
    void theLedgerGetsTheTokenOfTheRun() throws Exception {
        FencedRegister ledger = new FencedRegister();
        CountDownLatch ran = new CountDownLatch(1);
        CountDownLatch shutdown = new CountDownLatch(1);
        Payroll payroll = new Payroll(
                token -> {
                    ledger.write(token, "paid");
                    ran.countDown();
                },
                shutdown);

        Thread node = new Thread(() -> {
            try {
                payroll.stand("memory:payroll");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        node.start();

        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ledger.highestToken()).isPositive();
        shutdown.countDown();
        node.join(20_000);
        assertThat(node.isAlive()).isFalse();
    }
}
