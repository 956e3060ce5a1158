/** What the stores on AWS have in common. */
module dev.tenure.aws {
    requires transitive dev.tenure;
    requires transitive software.amazon.awssdk.http.urlconnection;
    requires static org.jspecify;

    exports dev.tenure.aws;
}
