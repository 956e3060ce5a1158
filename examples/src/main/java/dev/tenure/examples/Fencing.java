package dev.tenure.examples;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.fence.dynamodb.DynamoDbFence;
import dev.tenure.fence.dynamodb.ItemFence;
import dev.tenure.fence.file.FileFence;
import dev.tenure.fence.http.FenceHandler;
import dev.tenure.fence.http.FencedHttpClient;
import dev.tenure.fence.http.HttpFence;
import dev.tenure.fence.jdbc.GuardedTable;
import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.fence.kafka.FencedProducer;
import dev.tenure.fence.kafka.KafkaFence;
import dev.tenure.fence.kafka.TokenFilter;
import dev.tenure.fence.redis.RedisFence;
import dev.tenure.fence.s3.S3Fence;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import redis.clients.jedis.UnifiedJedis;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** A fence on each kind of resource, one a method: the snippets of docs/fencing.md. */
final class Fencing {
    private Fencing() {}

    /** What the snippets need of an application. */
    interface Bank {
        void pay(Connection connection) throws SQLException;

        void apply(ConsumerRecord<String, String> record);
    }

    static void jdbc(DataSource database, Term term, Bank bank) throws SQLException {
        // snippet: jdbc
        JdbcFence fence = JdbcFence.of("accounts");
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                fence.in(connection, term); // the first statement: a stale leader gets no further
                bank.pay(connection);
                connection.commit();
            } finally {
                connection.rollback(); // does nothing after a commit
            }
        }
        // end
    }

    static void oneRoundTrip(Connection connection, Term term, String owner) throws SQLException {
        // snippet: pipelined
        JdbcFence fence = JdbcFence.of("accounts");
        String pay = "UPDATE accounts SET balance = balance - 10 WHERE owner = ?";
        try (PreparedStatement update = connection.prepareStatement(fence.sql(term) + pay)) {
            update.setString(1, owner);
            update.executeUpdate(); // fence and write in one round trip
        } catch (SQLException e) {
            fence.requireAdmitted(e, term); // a refusal is a StaleTokenException again
            throw e;
        }
        // end
    }

    static void trigger(Connection connection, Term term) throws SQLException {
        // snippet: trigger
        GuardedTable accounts = JdbcFence.of("accounts").guard("accounts");
        accounts.create(connection); // once, or run what accounts.ddl() returns

        connection.setAutoCommit(false);
        accounts.in(connection, term); // whoever does not say this cannot write to the table
        try (PreparedStatement update = connection.prepareStatement("UPDATE accounts SET balance = balance - 10")) {
            update.executeUpdate();
        }
        connection.commit();
        // end
    }

    static void redis(UnifiedJedis redis, Term term) {
        // snippet: redis
        RedisFence fence = RedisFence.at("{accounts}:fence");
        List<String> withdrawal = List.of("DECRBY", "{accounts}:alice", "10");
        List<String> deposit = List.of("INCRBY", "{accounts}:bob", "10");
        fence.write(redis, term, List.of(withdrawal, deposit)); // in one step
        // end
    }

    static void dynamoDb(DynamoDbClient client, Term term, List<TransactWriteItem> payments) {
        // snippet: dynamodb
        DynamoDbFence fence = DynamoDbFence.in("fences", "accounts");
        fence.write(client, term, payments); // one more item in the same transaction
        // end
    }

    static void dynamoDbItem(DynamoDbClient client, Term term, UpdateItemRequest payment) {
        // snippet: dynamodb-item
        ItemFence fence = ItemFence.of("account of alice");
        fence.update(client, term, payment); // a condition more, and no second item
        // end
    }

    static void s3(S3Client client, Term term, String report) {
        // snippet: s3
        S3Fence fence = S3Fence.of("reports", "payroll.csv");
        String content = "# Tenure-Token: " + term.token() + "\n" + report; // the content must say the token
        fence.put(client, term, content.getBytes(StandardCharsets.UTF_8));
        // end
    }

    static void kafka(Map<String, Object> settings, Term term, List<ProducerRecord<String, String>> payments) {
        // snippet: kafka
        KafkaFence fence = KafkaFence.of("payments");
        try (FencedProducer<String, String> producer = fence.open(settings, term)) { // once in a term
            producer.write(payments); // one transaction
        }
        // end
    }

    static void consume(Iterable<ConsumerRecord<String, String>> records, Bank bank) {
        // snippet: kafka-consumer
        TokenFilter filter = TokenFilter.of("payroll");
        for (ConsumerRecord<String, String> record : records) {
            if (filter.accepts(record)) {
                bank.apply(record);
            }
        }
        // end
    }

    static void file(Path report, Term term, byte[] content) throws IOException {
        // snippet: file
        FileFence.of(report).replace(term, content);
        // end
    }

    static int http(HttpClient client, HttpRequest payment, Term term) throws IOException, InterruptedException {
        // snippet: http-client
        FencedHttpClient fenced = FencedHttpClient.of(client, term);
        int status = fenced.send(payment, BodyHandlers.discarding()).statusCode();
        // end
        return status;
    }

    static void serve(HttpServer server, HttpHandler payments) {
        // snippet: http-server
        HttpFence fence = HttpFence.of("payments");
        server.createContext("/payments", new FenceHandler(fence, payments)); // or new FenceFilter(fence) for servlets
        // end
    }

    static boolean stops(Path report, Term term, byte[] content) throws IOException {
        // snippet: refused
        try {
            FileFence.of(report).replace(term, content);
            return true;
        } catch (StaleTokenException e) { // the message names both tokens, the election and the resource
            return false; // another term has begun: stop working, do not try again
        }
        // end
    }
}
