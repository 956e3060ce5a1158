/** A page that shows elections. */
module dev.tenure.ui {
    requires transitive dev.tenure;
    requires transitive jdk.httpserver;
    requires com.fasterxml.jackson.core;
    requires dev.tenure.http;
    requires dev.tenure.store.support;
    requires static org.jspecify;

    exports dev.tenure.ui;
}
