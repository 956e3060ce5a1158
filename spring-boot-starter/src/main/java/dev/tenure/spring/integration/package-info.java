/** Tells Spring Integration who leads, in its own events. */
@NullMarked
package dev.tenure.spring.integration;

import org.jspecify.annotations.NullMarked;
