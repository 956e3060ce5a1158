/**
 * Keeps leases in a table of DynamoDB: {@link dev.tenure.store.dynamodb.DynamoDbStore}, alone or shared with a fleet of
 * shardcoordinator.
 */
@NullMarked
package dev.tenure.store.dynamodb;

import org.jspecify.annotations.NullMarked;
