/** Tests of the stores in memory; their contract tests are in the test kit. */
@NullMarked
package dev.tenure.store.memory;

import org.jspecify.annotations.NullMarked;
