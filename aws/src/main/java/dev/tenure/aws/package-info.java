/** Classes that the stores on AWS share. Applications need only {@link dev.tenure.aws.Shardcoordinator}. */
@NullMarked
package dev.tenure.aws;

import org.jspecify.annotations.NullMarked;
