package dev.tenure.store.file;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.store.support.FailureMeaning;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/**
 * Translates failed file operations: what the caller may conclude, and what an operator can do.
 *
 * <p>Java has no types for most errors of a kernel, only the kernel's text. In another language the text is not
 * recognised: then the kind is the careful one, and the message still has the text.
 */
final class FileErrors {
    /** The text of Linux on file systems without hard links. */
    static final String NO_HARD_LINKS = "Operation not permitted";

    /** The text of Linux when the disk is full. */
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

    private FileErrors() {}

    /** Returns the error of an operation that certainly had no effect. */
    static StoreException noEffect(String doing, IOException cause) {
        return meaning(cause).exception(doing, FailureWords.of(cause), cause);
    }

    /** Returns the error of an operation that may have had an effect. */
    static StoreException unknown(String doing, IOException cause) {
        return FailureMeaning.outcomeUnknown(meaning(cause).remedy()).exception(doing, FailureWords.of(cause), cause);
    }

    /** Returns the failure as a result of the doctor's check. */
    static CheckResult finding(String subject, String doing, IOException cause) {
        return meaning(cause)
                .check(
                        subject,
                        doing,
                        FailureWords.of(cause),
                        "look for this disk in the system log, or choose another folder");
    }

    /** Tells whether a kernel gives this reason only if it did nothing. */
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
            return FailureMeaning.unreachable("it was removed while in use, and is created again at the next attempt");
        }
        if (cause instanceof ClosedByInterruptException) {
            return FailureMeaning.unreachable("try again");
        }
        return BY_REASON.getOrDefault(reason(cause), UNCLEAR);
    }

    /** Returns the kernel's text. Only reading and writing fail without a path around it. */
    private static String reason(IOException cause) {
        String words = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
        return words == null ? "" : words;
    }
}
