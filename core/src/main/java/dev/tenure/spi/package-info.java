/**
 * For those who write stores: what the engine asks of a store, and what a store answers.
 *
 * <p>Implement {@link dev.tenure.spi.LeaseStore} if the store has its own conditional statements, or the two methods of
 * {@link dev.tenure.spi.Cell} if it can only read with a version and write if the version is still the same. Then run
 * the contract of the test kit on it. Stores keep records; they do not judge: whether a lease is dead, whose turn it is
 * and what an unknown outcome means is decided once, in the engine.
 */
@NullMarked
package dev.tenure.spi;

import org.jspecify.annotations.NullMarked;
