/** What the stores on AWS have in common. */
module dev.tenure.aws {
    requires transitive dev.tenure;
    requires transitive dev.tenure.store.support;
    requires transitive software.amazon.awssdk.awscore;
    requires transitive software.amazon.awssdk.core;
    requires transitive software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.retries;
    requires static org.jspecify;

    exports dev.tenure.aws;
}
