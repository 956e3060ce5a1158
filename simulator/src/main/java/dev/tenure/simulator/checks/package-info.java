/** Checkers that share no code with the engine: each one watches a single promise and reports what breaks it. */
@NullMarked
package dev.tenure.simulator.checks;

import org.jspecify.annotations.NullMarked;
