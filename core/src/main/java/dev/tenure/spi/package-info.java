/** What stores implement: the seam between the engine and where leases are kept. */
@NullMarked
package dev.tenure.spi;

import org.jspecify.annotations.NullMarked;
