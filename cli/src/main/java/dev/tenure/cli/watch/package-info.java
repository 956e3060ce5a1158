/** {@code tenure watch}. */
@NullMarked
package dev.tenure.cli.watch;

import org.jspecify.annotations.NullMarked;
