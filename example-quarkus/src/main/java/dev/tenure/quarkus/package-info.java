/** A small application of Quarkus whose invoices are sent by one process. */
@NullMarked
package dev.tenure.quarkus;

import org.jspecify.annotations.NullMarked;
