/** When slots are due: pure computation with dates and zones, without any clock. */
@NullMarked
package dev.tenure.internal.schedule;

import org.jspecify.annotations.NullMarked;
