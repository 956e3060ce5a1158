/** {@code tenure run}: stands in an election, and runs a command while it leads. */
@NullMarked
package dev.tenure.cli.run;

import org.jspecify.annotations.NullMarked;
