/** Keeps leases in a table of DynamoDB. */
module dev.tenure.store.dynamodb {
    requires transitive dev.tenure;
    requires dev.tenure.store.support;
    requires transitive dev.tenure.aws;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.regions;
    requires static org.jspecify;

    exports dev.tenure.store.dynamodb;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.dynamodb.DynamoDbStoreProvider;
}
