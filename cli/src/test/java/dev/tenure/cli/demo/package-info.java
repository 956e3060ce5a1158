/** Tests of {@code tenure demo}. */
@NullMarked
package dev.tenure.cli.demo;

import org.jspecify.annotations.NullMarked;
