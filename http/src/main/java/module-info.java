/** Serves leader and health status over HTTP, and the peer channel. */
@SuppressWarnings("module") // the page is compiled after this module, and is not there yet
module dev.tenure.http {
    requires transitive dev.tenure;
    requires transitive jdk.httpserver;
    requires java.net.http;
    requires dev.tenure.store.support;
    requires com.fasterxml.jackson.core;
    requires static org.jspecify;

    exports dev.tenure.http;
    exports dev.tenure.http.peer;
    exports dev.tenure.http.access to
            dev.tenure.ui;
    exports dev.tenure.http.json to
            dev.tenure.ui;
    exports dev.tenure.http.server to
            dev.tenure.ui;
}
