/** What applications use: stand in elections, ask who leads, run work while leading. */
@NullMarked
package dev.tenure;

import org.jspecify.annotations.NullMarked;
