/**
 * Keeps leases in a folder: for applications on one machine, which open it with
 * {@link dev.tenure.store.file.FileStore}.
 *
 * <p>{@code FileCell} is the store, {@code RecordFiles} its compare-and-swap, {@code LivenessFile} and
 * {@code LivenessProbe} its short cut past the ttl when a process has died, {@code Watcher} wakes watchers, and
 * {@code DeadProcessCleanup} removes files of dead processes. {@code FileRoster}, {@code FileRequests} and
 * {@code FileHistory} write without a sync of the disk.
 */
@NullMarked
package dev.tenure.store.file;

import org.jspecify.annotations.NullMarked;
