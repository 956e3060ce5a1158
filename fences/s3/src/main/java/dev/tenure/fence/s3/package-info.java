/** For S3: {@link dev.tenure.fence.s3.S3Fence} puts an object only if no later term did. */
@NullMarked
package dev.tenure.fence.s3;

import org.jspecify.annotations.NullMarked;
