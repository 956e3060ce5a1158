/** Serves leader and health status over HTTP, and the peer channel. */
module dev.tenure.http {
    requires transitive dev.tenure;
    requires transitive jdk.httpserver;
    requires java.net.http;
    requires dev.tenure.store.support;
    requires com.fasterxml.jackson.core;
    requires static org.jspecify;

    exports dev.tenure.http;
    exports dev.tenure.http.peer;
}
