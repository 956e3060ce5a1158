package dev.tenure.store.dynamodb;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.store.support.UriParameters;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Opens the client of a URI. Apart from the provider, which must load without the SDK to say that it is missing. */
final class OwnClient {
    static final String REGION = "region";
    static final String ENDPOINT = "endpoint";

    private OwnClient() {}

    static DynamoDbClient open(UriParameters parameters) {
        String region = parameters.find(REGION);
        DynamoDbClientBuilder builder =
                DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()));
        parameters
                .address(ENDPOINT)
                .ifPresent(endpoint -> builder.endpointOverride(endpoint).region(Region.US_EAST_1));
        if (region != null) {
            builder.region(Region.of(region));
        }
        try {
            return builder.build();
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "the dynamodb store does not know its region: set region=… or AWS_REGION", e);
        }
    }
}
