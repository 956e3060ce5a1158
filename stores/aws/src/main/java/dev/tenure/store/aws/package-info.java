/**
 * What the stores on AWS have in common. Of it, applications need only {@link dev.tenure.store.aws.Shardcoordinator}.
 */
@NullMarked
package dev.tenure.store.aws;

import org.jspecify.annotations.NullMarked;
