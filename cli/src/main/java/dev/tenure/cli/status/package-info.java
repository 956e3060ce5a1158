/** {@code tenure status}, {@code tenure roster} and {@code tenure history}. */
@NullMarked
package dev.tenure.cli.status;

import org.jspecify.annotations.NullMarked;
