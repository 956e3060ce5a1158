/**
 * The stores of a run that take several steps for one call: cells, replicated servers, and a store that chooses who may
 * claim.
 */
@NullMarked
package dev.tenure.simulator.store;

import org.jspecify.annotations.NullMarked;
