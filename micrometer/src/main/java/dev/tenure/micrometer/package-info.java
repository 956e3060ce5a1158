/** Counts and times what happens in elections; {@link dev.tenure.micrometer.TenureMetrics} is where to start. */
@NullMarked
package dev.tenure.micrometer;

import org.jspecify.annotations.NullMarked;
