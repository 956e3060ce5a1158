/** Elects by consumer groups of Apache Kafka, and keeps terms in topics. */
module dev.tenure.store.kafka {
    requires transitive dev.tenure;
    requires kafka.clients;
    requires static org.jspecify;

    exports dev.tenure.store.kafka;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.kafka.KafkaStoreProvider;
}
