/** Measures Tenure beside the floor of each store. */
@NullMarked
package dev.tenure.benchmarks;

import org.jspecify.annotations.NullMarked;
