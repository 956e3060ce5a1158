/** Runs candidates as processes on real servers under random faults, and checks that never two led at once. */
@NullMarked
package dev.tenure.chaos;

import org.jspecify.annotations.NullMarked;
