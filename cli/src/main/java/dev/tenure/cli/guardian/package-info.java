/** Runs a command under a guardian process, so that it never outlives the lease it was started for. */
@NullMarked
package dev.tenure.cli.guardian;

import org.jspecify.annotations.NullMarked;
