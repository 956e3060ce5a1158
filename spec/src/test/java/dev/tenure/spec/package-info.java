/** Runs the model checker on the specification, and says what it found. */
@NullMarked
package dev.tenure.spec;

import org.jspecify.annotations.NullMarked;
