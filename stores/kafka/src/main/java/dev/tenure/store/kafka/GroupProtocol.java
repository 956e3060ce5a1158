package dev.tenure.store.kafka;

/** The two protocols by which a consumer group shares out its partitions. */
public enum GroupProtocol {
    /** Members agree among themselves, every time one comes or goes. Works on every broker. */
    CLASSIC,

    /** The broker decides (KIP-848); its own settings say how soon a silent member is given up. */
    CONSUMER
}
