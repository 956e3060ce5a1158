/** Whole clusters in virtual time: a seed draws the faults, and replays them exactly. */
@NullMarked
package dev.tenure.simulator;

import org.jspecify.annotations.NullMarked;
