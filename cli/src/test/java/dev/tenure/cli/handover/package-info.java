/** Tests of hand-over reports. */
@NullMarked
package dev.tenure.cli.handover;

import org.jspecify.annotations.NullMarked;
