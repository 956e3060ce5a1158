/** Configures a candidate and its elections from the properties {@code tenure.*}. */
@NullMarked
package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
