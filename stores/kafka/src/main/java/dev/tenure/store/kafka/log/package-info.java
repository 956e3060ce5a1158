/**
 * Keeps all elections of a topic in one log that every process reads: the order of its records decides.
 *
 * <p>Not for applications. Start reading at {@code LogState}, which has the rule, then {@code Replay}, which finds the
 * state when it starts in the middle of the log. {@code LogReader} reads the topic into a {@code LogView},
 * {@code LogWriter} writes to it, and {@code LogElections} puts them together.
 */
@NullMarked
package dev.tenure.store.kafka.log;

import org.jspecify.annotations.NullMarked;
