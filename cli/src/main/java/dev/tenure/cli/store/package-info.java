/** The store that a command works on, and looking at it as a candidate that stands nowhere. */
@NullMarked
package dev.tenure.cli.store;

import org.jspecify.annotations.NullMarked;
