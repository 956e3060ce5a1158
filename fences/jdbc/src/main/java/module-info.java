/** Puts a fence into transactions of a database. */
module dev.tenure.fence.jdbc {
    requires transitive dev.tenure;
    requires transitive java.sql;
    requires static org.jspecify;

    exports dev.tenure.fence.jdbc;
}
