/** Tests of the command, most of them with real processes. */
@NullMarked
package dev.tenure.cli;

import org.jspecify.annotations.NullMarked;
