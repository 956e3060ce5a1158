package dev.tenure.store.route53;

import dev.tenure.aws.DeadlineConnections;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.route53.Route53Client;

/** The id, domain and clients of the zone that all tests use, each on its own server. */
final class OurZone {
    static final String ID = "Z1234567890ABC";
    static final String DOMAIN = "example.com";

    /** More than any test sends, so that none waits for its budget unless it wants to. */
    static final double RATE = 10_000;

    private OurZone() {}

    /** Returns a client as the store makes its own. */
    static Route53Client client(URI endpoint) {
        return Route53Client.builder()
                .region(Region.AWS_GLOBAL)
                .endpointOverride(endpoint)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()))
                .build();
    }

    static Route53StoreBuilder on(Route53Client client) {
        return Route53Store.on(client, ID, DOMAIN).rate(RATE);
    }
}
