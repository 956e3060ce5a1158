/**
 * Helpers for writing a store: record formats, flat JSON, URI parameters, failure messages and TLS from PEM files.
 *
 * <p>A store that implements {@link dev.tenure.spi.Cell} writes a record with
 * {@link dev.tenure.store.support.LeaseFormat} and {@link dev.tenure.store.support.FlatJson}, and needs no codec of its
 * own.
 */
@NullMarked
package dev.tenure.store.support;

import org.jspecify.annotations.NullMarked;
