/** The page in a real browser. */
@NullMarked
package dev.tenure.browser;

import org.jspecify.annotations.NullMarked;
