package dev.tenure.store.file;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.store.support.FailureMeaning;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/**
 * Says what a failed file operation means for the caller, and what a person can do about it.
 *
 * <p>Java has no types for most of the reasons a kernel gives, only the kernel's words. In a foreign language they are
 * not recognised: then the kind is the careful one, and the words are still in the message.
 */
final class Failure {
    /** What Linux says on file systems without hard links. */
    static final String NO_HARD_LINKS = "Operation not permitted";

    /** What Linux says when the disk is full. */
    static final String NO_SPACE = "No space left on device";

    private static final FailureMeaning NOT_A_FOLDER =
            FailureMeaning.misconfigured("a file stands where a folder should be: remove it, or choose another folder");
    private static final FailureMeaning UNCLEAR = FailureMeaning.unreachable("");

    private static final Map<String, FailureMeaning> BY_REASON = Map.of(
            NO_HARD_LINKS,
            FailureMeaning.misconfigured("choose a folder on a file system that has hard links"),
            "Read-only file system",
            FailureMeaning.misconfigured("mount it for writing, or choose another folder"),
            "Not a directory",
            NOT_A_FOLDER,
            "File name too long",
            FailureMeaning.misconfigured("shorten the name of the election, or the path of the folder"),
            "Invalid cross-device link",
            FailureMeaning.misconfigured("the whole folder must be on one file system"),
            NO_SPACE,
            FailureMeaning.unreachable("the disk is full: make room"),
            "Disk quota exceeded",
            FailureMeaning.unreachable("the quota is used up: make room"));

    private Failure() {}

    /** Returns the error of an operation that certainly had no effect. */
    static StoreException noEffect(String doing, IOException cause) {
        return meaning(cause).exception(doing, cause.toString(), cause);
    }

    /** Returns the error of an operation that may have had its effect. */
    static StoreException unknown(String doing, IOException cause) {
        return FailureMeaning.outcomeUnknown(meaning(cause).remedy()).exception(doing, cause.toString(), cause);
    }

    /** Returns what to tell a person who looks for trouble. */
    static CheckResult finding(String subject, String doing, IOException cause) {
        return meaning(cause)
                .check(
                        subject,
                        doing,
                        cause.toString(),
                        "see what the system log says of this disk, or choose another folder");
    }

    /** Tells whether the reason is one that a kernel gives only for what it has not done. */
    static boolean hadNoEffect(IOException cause) {
        return !meaning(cause).equals(UNCLEAR);
    }

    private static FailureMeaning meaning(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return FailureMeaning.misconfigured("give this user permission to read and write there");
        }
        if (cause instanceof NotDirectoryException || cause instanceof FileAlreadyExistsException) {
            return NOT_A_FOLDER;
        }
        if (cause instanceof NoSuchFileException) {
            return FailureMeaning.unreachable("it was removed while in use, and is made anew at the next attempt");
        }
        if (cause instanceof ClosedByInterruptException) {
            return FailureMeaning.unreachable("the calling thread was interrupted");
        }
        return BY_REASON.getOrDefault(reason(cause), UNCLEAR);
    }

    /** Reading and writing fail with the kernel's words alone, everything else with paths around them. */
    private static String reason(IOException cause) {
        String words = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
        return words == null ? "" : words;
    }
}
