/** The contract that every store passes, and what tests of elections need. */
module dev.tenure.testkit {
    requires transitive dev.tenure;
    requires transitive dev.tenure.store.memory;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static org.jspecify;

    exports dev.tenure.testkit;

    opens dev.tenure.testkit; // JUnit runs the tests of the contracts
}
