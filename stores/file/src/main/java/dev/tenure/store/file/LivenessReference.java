package dev.tenure.store.file;

import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RecordWriter;
import org.jspecify.annotations.Nullable;

/**
 * The reference of a record to the liveness file of the process that wrote it: enough to find the very file that this
 * process keeps locked, and to know that locks seen here are locks taken there.
 *
 * @param file the name of the liveness file
 * @param key device and inode of that file: a copy under the same name, restored from a backup or reached through
 *     another mount, is not locked by anyone and proves nothing
 * @param boot the boot id of the kernel that keeps the lock
 */
record LivenessReference(String file, String key, String boot) {

    /** Writes a reference to a record, or nothing if there is none. */
    static void write(RecordWriter out, @Nullable LivenessReference reference) {
        if (reference != null) {
            out.text("liveFile", reference.file())
                    .text("liveKey", reference.key())
                    .text("boot", reference.boot());
        }
    }

    /** Returns the reference in a record, or null if it has none. */
    static @Nullable LivenessReference read(RecordFields fields) {
        String file = fields.find("liveFile");
        String key = fields.find("liveKey");
        String boot = fields.find("boot");
        return file == null || key == null || boot == null ? null : new LivenessReference(file, key, boot);
    }
}
