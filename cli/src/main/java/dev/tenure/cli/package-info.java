/**
 * The command {@code tenure}: runs anything on the one process that leads, and shows who does.
 *
 * <p>One class per command. {@link dev.tenure.cli.GuardedRun} and the two shell scripts beside this package keep the
 * promise of {@code tenure run}: that a command never outlives the lease it was started for.
 */
@NullMarked
package dev.tenure.cli;

import org.jspecify.annotations.NullMarked;
