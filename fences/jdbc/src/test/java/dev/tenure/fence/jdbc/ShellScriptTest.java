package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scripts of docs/fencing.md, word for word, with the token that a command was given. */
@Tag("server")
@Timeout(300)
class ShellScriptTest {
    @Test
    void psqlWritesUnderTheTokenOnly() throws Exception {
        assumeTrue(new ProcessBuilder("sh", "-c", "command -v psql").start().waitFor() == 0, "psql is not installed");
        TestDatabase database = TestDatabase.POSTGRES;
        try (Connection connection = database.connect()) {
            run(connection, "CREATE TABLE accounts (balance int)");
            run(connection, "INSERT INTO accounts VALUES (100)");
            JdbcFence.of("accounts").guard("accounts").create(connection);
        }
        assertWritesUnderTheTokenOnly(
                database, "# pay.sh", Map.of("DATABASE", database.url().replace("jdbc:", "")));
    }

    @Test
    void mariadbWritesUnderTheTokenOnly() throws Exception {
        TestDatabase database = TestDatabase.MARIADB;
        try (Connection connection = database.connect()) {
            run(connection, "CREATE TABLE accounts (balance int)");
            run(connection, "INSERT INTO accounts VALUES (100)");
        }
        assertWritesUnderTheTokenOnly(
                database,
                "# pay-mariadb.sh",
                Map.of(
                        "DATABASE", "test",
                        "CLIENT", TestDatabase.mariadbClient(),
                        "PORT",
                                Integer.toString(URI.create(database.url().substring("jdbc:".length()))
                                        .getPort())));
    }

    private static void assertWritesUnderTheTokenOnly(
            TestDatabase database, String script, Map<String, String> environment) throws Exception {
        assertThat(exit(script, environment, "payroll", "4")).isZero();
        assertThat(exit(script, environment, "payroll", "4"))
                .as("the same token")
                .isZero();
        assertThat(exit(script, environment, "payroll", "3"))
                .as("an older token")
                .isNotZero();
        assertThat(exit(script, environment, "billing", "5"))
                .as("another election")
                .isNotZero();
        assertThat(exit(script, environment, "payroll", "")).as("no token").isNotZero();
        assertThat(exit(script, environment, "payroll", "5"))
                .as("a later token")
                .isZero();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT balance FROM accounts")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(70);
        }
    }

    /** Runs a script of the page as it stands there; only where the client and its server are is said before. */
    private static int exit(String name, Map<String, String> environment, String election, String token)
            throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", """
                mariadb() { "$CLIENT" --no-defaults --protocol=tcp --host=127.0.0.1 --port="$PORT" --user=root --skip-ssl "$@"; }
                """ + script(name));
        shell.environment().putAll(environment);
        shell.environment().put("TENURE_ELECTION", election);
        shell.environment().put("TENURE_TOKEN", token);
        Process process = shell.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).as(output).isTrue();
        assertThat(output).doesNotContain("not found");
        return process.exitValue();
    }

    private static String script(String name) throws IOException {
        String page = Files.readString(Path.of("../../docs/fencing.md"));
        int from = page.indexOf("```sh\n" + name + "\n");
        assertThat(from).as(name).isPositive();
        return page.substring(from + "```sh\n".length(), page.indexOf("\n```\n", from));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
