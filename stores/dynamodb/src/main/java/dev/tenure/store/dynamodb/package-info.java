/**
 * For those whose services already use DynamoDB: {@link dev.tenure.store.dynamodb.DynamoDbStore}, and what to know of a
 * fleet of shardcoordinator in order to share its table.
 */
@NullMarked
package dev.tenure.store.dynamodb;

import org.jspecify.annotations.NullMarked;
