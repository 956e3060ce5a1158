/** Says over HTTP who leads, and whether this process is well. */
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
