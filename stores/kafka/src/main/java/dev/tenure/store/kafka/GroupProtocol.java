package dev.tenure.store.kafka;

/** The protocols by which a consumer group assigns its partitions. */
public enum GroupProtocol {
    /** The members decide, each time one joins or leaves. Works on every broker. */
    CLASSIC,

    /** The broker decides (KIP-848); its settings say when a silent member is given up. */
    CONSUMER
}
