/** Keeps leases in TXT records of a hosted zone of Route53. */
@SuppressWarnings("module") // its name ends in digits because that of Route53 does
module dev.tenure.store.route53 {
    requires transitive dev.tenure;
    requires dev.tenure.store.support;
    requires transitive dev.tenure.aws;
    requires transitive software.amazon.awssdk.services.route53;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.regions;
    requires static org.jspecify;

    exports dev.tenure.store.route53;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.route53.Route53StoreProvider;
}
