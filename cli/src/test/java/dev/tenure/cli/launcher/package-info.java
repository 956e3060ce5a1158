/** Tests of the script {@code tenure} at the root of the checkout. */
@NullMarked
package dev.tenure.cli.launcher;

import org.jspecify.annotations.NullMarked;
