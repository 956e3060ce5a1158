/** Tests of the fence of files. */
@NullMarked
package dev.tenure.fence.file;

import org.jspecify.annotations.NullMarked;
