/** Packs the command {@code tenure} for those who install it. Part of the build; not published. */
@NullMarked
package dev.tenure.dist;

import org.jspecify.annotations.NullMarked;
