/** What the stores on AWS have in common. Of it, applications need only {@link dev.tenure.aws.Shardcoordinator}. */
@NullMarked
package dev.tenure.aws;

import org.jspecify.annotations.NullMarked;
