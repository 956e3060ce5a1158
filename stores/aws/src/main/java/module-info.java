/** What the stores on AWS have in common. */
module dev.tenure.store.aws {
    requires transitive dev.tenure;
    requires transitive software.amazon.awssdk.http.urlconnection;
    requires static org.jspecify;

    exports dev.tenure.store.aws;
}
