/** Tests of the fences in DynamoDB, on DynamoDB Local. */
@NullMarked
package dev.tenure.fence.dynamodb;

import org.jspecify.annotations.NullMarked;
