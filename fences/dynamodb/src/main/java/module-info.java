/** Puts a fence into transactions of DynamoDB, or on an item. */
module dev.tenure.fence.dynamodb {
    requires transitive dev.tenure;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires static org.jspecify;

    exports dev.tenure.fence.dynamodb;
}
