/** Replaces files of one machine under a fence. */
module dev.tenure.fence.file {
    requires transitive dev.tenure;
    requires static org.jspecify;

    exports dev.tenure.fence.file;
}
