/** {@code tenure resign} and {@code tenure transfer}. */
@NullMarked
package dev.tenure.cli.handover;

import org.jspecify.annotations.NullMarked;
