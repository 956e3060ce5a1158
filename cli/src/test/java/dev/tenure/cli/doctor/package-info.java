/** Tests of {@code tenure doctor}. */
@NullMarked
package dev.tenure.cli.doctor;

import org.jspecify.annotations.NullMarked;
