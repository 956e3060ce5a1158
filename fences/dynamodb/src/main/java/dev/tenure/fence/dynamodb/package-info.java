/**
 * For DynamoDB: {@link dev.tenure.fence.dynamodb.DynamoDbFence} is one more item in a transaction,
 * {@link dev.tenure.fence.dynamodb.ItemFence} a condition on the item that is written.
 */
@NullMarked
package dev.tenure.fence.dynamodb;

import org.jspecify.annotations.NullMarked;
