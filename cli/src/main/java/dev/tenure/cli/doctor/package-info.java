/** {@code tenure doctor}: checks whether a store is fit to elect leaders. */
@NullMarked
package dev.tenure.cli.doctor;

import org.jspecify.annotations.NullMarked;
