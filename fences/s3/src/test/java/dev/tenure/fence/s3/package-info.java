/** Tests of the fence in S3, on an emulator. */
@NullMarked
package dev.tenure.fence.s3;

import org.jspecify.annotations.NullMarked;
