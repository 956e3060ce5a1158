package dev.tenure.store.file;

import dev.tenure.spi.CheckResult;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks the type and the free space of the file system that a folder is on. */
final class FileSystemCheck {
    /** The Linux names of file systems that other machines may write to. */
    private static final Pattern NETWORK = Pattern.compile(
            "nfs.*|cifs|smb.*|9p|afs|ceph|lustre|gfs2?|ocfs2|beegfs|fuse\\.(sshfs|glusterfs|ceph.*|s3fs)");

    /** The Linux names of file systems that only this machine writes to. Any other may be shared. */
    private static final Pattern LOCAL = Pattern.compile("ext[234]|xfs|btrfs|zfs|f2fs|tmpfs|overlay");

    /** Warn below this: an election has some 140 kB at most. */
    private static final long LITTLE = 50_000_000;

    /** Fail below this: about the history of one election. */
    private static final long NOTHING = 200_000;

    private FileSystemCheck() {}

    /** Tells whether only this machine writes to file systems of the type. */
    static boolean isLocal(String type) {
        return LOCAL.matcher(type).matches();
    }

    static CheckResult type(String type) {
        if (NETWORK.matcher(type).matches()) {
            return CheckResult.warn(
                    "file system",
                    type + " is shared between machines: a crash on another machine costs the ttl, caches may show old"
                            + " records, and entries of histories may be lost",
                    "use a ttl of 15s and lookupcache=none on NFS, or better a database");
        }
        if (type.equals("overlay")) {
            return CheckResult.warn(
                    "file system",
                    type + " is a container's own: processes in other containers do not see this folder, and it goes"
                            + " with the container",
                    "mount a volume, unless all candidates are in this container");
        }
        return CheckResult.ok(
                "file system", type.matches("tmpfs|ramfs") ? type + ", which is empty after a restart" : type);
    }

    static CheckResult space(long bytes) {
        String text = String.format(Locale.ROOT, "%.1f MB are free", bytes / 1e6);
        if (bytes < NOTHING) {
            return CheckResult.fail("space", text + ": leases cannot be renewed for long", "make room");
        }
        return bytes < LITTLE
                ? CheckResult.warn("space", text, "make room: on a full disk no lease can be renewed")
                : CheckResult.ok("space", text);
    }
}
