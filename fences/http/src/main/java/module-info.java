/** Passes tokens on over HTTP, and refuses requests of an older term. */
module dev.tenure.fence.http {
    requires transitive dev.tenure;
    requires transitive java.net.http;
    requires static transitive jakarta.servlet;
    requires static transitive jdk.httpserver;
    requires static org.jspecify;

    exports dev.tenure.fence.http;
}
