/** Keeps leases in a bucket of S3, or of a store that speaks its protocol. */
@SuppressWarnings("module") // its name ends in a digit because that of S3 does
module dev.tenure.store.s3 {
    requires transitive dev.tenure;
    requires dev.tenure.store.support;
    requires dev.tenure.aws;
    requires transitive java.net.http;
    requires transitive software.amazon.awssdk.auth;
    requires transitive software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.regions;
    requires static org.jspecify;

    exports dev.tenure.store.s3;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.s3.S3StoreProvider;
}
