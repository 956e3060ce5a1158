/** Leader election: the API, and the seam that stores implement. */
module dev.tenure {
    requires static transitive org.jspecify;

    exports dev.tenure;
    exports dev.tenure.spi;
}
