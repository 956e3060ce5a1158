/** A small application of Micronaut whose invoices are sent by one process. */
@NullMarked
package dev.tenure.micronaut;

import org.jspecify.annotations.NullMarked;
