/** Injects the faults of a scenario into a cluster. */
@NullMarked
package dev.tenure.simulator.faults;

import org.jspecify.annotations.NullMarked;
