package dev.tenure.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes of the shop, from one jar with all libraries nested in it: one of them sends the invoices, whatever
 * happens to the other.
 */
@Tag("process")
@Tag("server")
class ShopTest {
    @TempDir
    static Path folder = Path.of("");

    @BeforeAll
    static void makeJar() throws IOException {
        ShopJar.make(folder);
    }

    @Test
    void onTheFileStoreTheOtherTakesOver() throws Exception {
        anotherTakesOver("--tenure.store=file:" + folder.resolve("leases"));
    }

    @Test
    void onThePoolOfTheApplicationTheOtherTakesOver() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            anotherTakesOver(
                    "--spring.profiles.active=postgres",
                    "--shop.database=" + server.getJdbcUrl("postgres", "postgres"),
                    "--tenure.timing.ttl=10s",
                    "--tenure.timing.interval=1s");
        }
    }

    private void anotherTakesOver(String... arguments) throws Exception {
        try (ShopProcess first = ShopProcess.start(folder, "node-1", arguments)) {
            ShopProcess.await("the first sends invoices", first::hasSentInvoices);
            try (ShopProcess second = ShopProcess.start(folder, "node-2", arguments)) {
                ShopProcess.await(
                        "the second follows",
                        () -> second.get("/actuator/tenure").contains("\"leader\":\"node-1\""));
                assertThat(second.hasSentInvoices()).isFalse();
                assertThat(second.get("/actuator/health")).contains("UP");
                assertThat(metric(second)).isEqualTo("0.0");

                first.kill();

                ShopProcess.await("the second sends invoices", second::hasSentInvoices);
                assertThat(second.leads()).isTrue();
                assertThat(metric(second)).isEqualTo("1.0");
                handOverTo(ShopProcess.start(folder, "node-3", arguments), second);
            }
        }
    }

    /** A third comes, the operator has the second resign, and the second stops in good order. */
    private static void handOverTo(ShopProcess third, ShopProcess second) throws Exception {
        try (third) {
            ShopProcess.await(
                    "the third follows",
                    () -> third.get("/actuator/tenure/invoices").contains("follower"));

            assertThat(third.post("/actuator/tenure/invoices", "{\"action\": \"resign\"}"))
                    .contains("resign");
            ShopProcess.await("the third leads", third::leads);
            second.stop();

            assertThat(third.leads()).isTrue();
        }
    }

    private static String metric(ShopProcess shop) {
        return shop.get("/actuator/prometheus")
                .lines()
                .filter(line -> line.startsWith("tenure_leader{"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("none");
    }
}
