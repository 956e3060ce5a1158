/**
 * The command {@code tenure}: runs a command on the process that leads, and shows elections.
 *
 * <p>One package for each group of commands. {@link dev.tenure.cli.guardian} keeps the promise of {@code tenure run}: a
 * command never outlives the lease it was started for.
 */
@NullMarked
package dev.tenure.cli;

import org.jspecify.annotations.NullMarked;
