/** Rules about the whole source tree, as tests that fail the build. */
@NullMarked
package dev.tenure.checks;

import org.jspecify.annotations.NullMarked;
