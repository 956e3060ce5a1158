/** Tests of what status, roster and history print. */
@NullMarked
package dev.tenure.cli.status;

import org.jspecify.annotations.NullMarked;
