/** {@code tenure ui}. */
@NullMarked
package dev.tenure.cli.ui;

import org.jspecify.annotations.NullMarked;
