/** Leader election: the API, and the seam that stores implement. */
module dev.tenure {
    // Not transitive: a module that requires this one would then not compile without jspecify.
    requires static org.jspecify;

    exports dev.tenure;
    exports dev.tenure.spi;
    exports dev.tenure.testing;

    uses dev.tenure.spi.StoreProvider;
}
