/** Virtual time and everything that depends on it: clocks, threads, the event loop, and the source of randomness. */
@NullMarked
package dev.tenure.simulator.time;

import org.jspecify.annotations.NullMarked;
