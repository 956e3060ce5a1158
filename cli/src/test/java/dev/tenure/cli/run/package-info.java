/** Tests of {@code tenure run}, most of them with real processes. */
@NullMarked
package dev.tenure.cli.run;

import org.jspecify.annotations.NullMarked;
