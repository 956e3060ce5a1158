/** Delivers events to listeners, the log and the history, in order, without waiting for any of them (R12). */
@NullMarked
package dev.tenure.internal.events;

import org.jspecify.annotations.NullMarked;
