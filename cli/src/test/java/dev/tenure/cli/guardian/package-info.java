/** Tests of the guardian, with real processes. */
@NullMarked
package dev.tenure.cli.guardian;

import org.jspecify.annotations.NullMarked;
