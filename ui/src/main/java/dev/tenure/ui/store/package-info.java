/** Reads stores for all viewers of a page together, in a bounded way. Not exported. */
@NullMarked
package dev.tenure.ui.store;

import org.jspecify.annotations.NullMarked;
