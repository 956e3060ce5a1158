/** Small programs that show one use of Tenure each. */
@NullMarked
package dev.tenure.examples;

import org.jspecify.annotations.NullMarked;
