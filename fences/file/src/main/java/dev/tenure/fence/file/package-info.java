/** For files of one machine: {@link dev.tenure.fence.file.FileFence} replaces a file only if no later term did. */
@NullMarked
package dev.tenure.fence.file;

import org.jspecify.annotations.NullMarked;
