/** What a seed draws before a run: machines, clocks, timings, features, faults, and how candidates behave. */
@NullMarked
package dev.tenure.simulator.scenario;

import org.jspecify.annotations.NullMarked;
