package dev.tenure.store.file;

/**
 * What a record says of its holder's sign of life: enough to find the very file the holder keeps locked, and to know
 * that the locks seen here are the locks taken there.
 *
 * @param file the name of the liveness file
 * @param key device and inode of that file: a copy under the same name, restored from a backup or reached through
 *     another mount, is not locked by anyone and proves nothing
 * @param boot the boot id of the kernel that keeps the lock
 */
record LivenessReference(String file, String key, String boot) {}
