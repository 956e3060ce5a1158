package dev.tenure.store.s3;

import dev.tenure.aws.DeadlineConnections;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;

/** The settings of a client that the store creates: those of the user, and those that safety needs. */
final class ClientSettings {
    private @Nullable String region;
    private @Nullable URI endpoint;
    private @Nullable Boolean pathStyle;
    private @Nullable AwsCredentialsProvider credentials;

    void region(String newRegion) {
        if (!newRegion.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("'" + newRegion + "' is no region: write one like eu-central-1");
        }
        this.region = newRegion;
    }

    void endpoint(URI newEndpoint) {
        if (newEndpoint.getHost() == null
                || !(newEndpoint.getScheme().equals("https")
                        || newEndpoint.getScheme().equals("http"))) {
            throw new IllegalArgumentException(
                    "the endpoint '" + newEndpoint + "' is no address: write one like https://minio.example:9000");
        }
        this.endpoint = newEndpoint;
    }

    void pathStyle(boolean newPathStyle) {
        this.pathStyle = newPathStyle;
    }

    void credentials(AwsCredentialsProvider provider) {
        this.credentials = provider;
    }

    boolean isAnySet() {
        return region != null || endpoint != null || pathStyle != null || credentials != null;
    }

    /** A record is smaller than the request for permission to send it. Older versions of the SDK always ask. */
    private static void sendAtOnce(S3Configuration.Builder service) {
        try {
            service.expectContinueEnabled(false);
        } catch (NoSuchMethodError olderSdk) {
            return;
        }
    }

    S3Client open() {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()))
                // Stores that are not AWS's often know neither of these; a record has nothing to gain by them.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(ClientSettings::sendAtOnce);
        if (region != null) {
            builder.region(Region.of(region));
        } else if (endpoint != null) {
            builder.region(Region.US_EAST_1); // part of the signature, which such stores ignore
        }
        if (endpoint != null) {
            builder.endpointOverride(endpoint);
        }
        if (pathStyle != null) {
            builder.forcePathStyle(pathStyle);
        }
        if (credentials != null) {
            builder.credentialsProvider(credentials);
        }
        try {
            return builder.build();
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "the s3 store finds no region: set region=, AWS_REGION, or one in the profile", e);
        }
    }
}
