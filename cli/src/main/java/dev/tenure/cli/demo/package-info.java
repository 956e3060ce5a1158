/** {@code tenure demo}: kills leaders, and shows how long fail-over takes. */
@NullMarked
package dev.tenure.cli.demo;

import org.jspecify.annotations.NullMarked;
