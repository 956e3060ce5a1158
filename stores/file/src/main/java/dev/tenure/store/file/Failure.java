package dev.tenure.store.file;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
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

    private static final Meaning NOT_A_FOLDER = new Meaning(
            Kind.MISCONFIGURED, "a file stands where a folder should be: remove it, or choose another folder");
    private static final Meaning UNCLEAR = new Meaning(Kind.UNREACHABLE, "");

    private static final Map<String, Meaning> BY_REASON = Map.of(
            NO_HARD_LINKS,
            new Meaning(Kind.MISCONFIGURED, "choose a folder on a file system that has hard links"),
            "Read-only file system",
            new Meaning(Kind.MISCONFIGURED, "mount it for writing, or choose another folder"),
            "Not a directory",
            NOT_A_FOLDER,
            "File name too long",
            new Meaning(Kind.MISCONFIGURED, "shorten the name of the election, or the path of the folder"),
            "Invalid cross-device link",
            new Meaning(Kind.MISCONFIGURED, "the whole folder must be on one file system"),
            NO_SPACE,
            new Meaning(Kind.UNREACHABLE, "the disk is full: make room"),
            "Disk quota exceeded",
            new Meaning(Kind.UNREACHABLE, "the quota is used up: make room"));

    private Failure() {}

    /** What a reason means; the remedy is empty if it is not known to mean anything. */
    private record Meaning(Kind kind, String remedy) {}

    /** Returns the error of an operation that certainly had no effect. */
    static StoreException noEffect(String doing, IOException cause) {
        return failure(meaning(cause).kind(), doing, cause);
    }

    /** Returns the error of an operation that may have had its effect. */
    static StoreException unknown(String doing, IOException cause) {
        return failure(Kind.OUTCOME_UNKNOWN, doing, cause);
    }

    /** Returns what to tell a person who looks for trouble. */
    static CheckResult finding(String subject, String doing, IOException cause) {
        String remedy = meaning(cause).remedy();
        return CheckResult.fail(
                subject,
                doing + " failed: " + cause,
                remedy.isEmpty() ? "see what the system log says of this disk, or choose another folder" : remedy);
    }

    /** Tells whether the reason is one that a kernel gives only for what it has not done. */
    static boolean hadNoEffect(IOException cause) {
        return !meaning(cause).equals(UNCLEAR);
    }

    private static StoreException failure(Kind kind, String doing, IOException cause) {
        String remedy = meaning(cause).remedy();
        return new StoreException(kind, doing + " failed: " + cause + (remedy.isEmpty() ? "" : ": " + remedy), cause);
    }

    private static Meaning meaning(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return new Meaning(Kind.MISCONFIGURED, "give this user permission to read and write there");
        }
        if (cause instanceof NotDirectoryException || cause instanceof FileAlreadyExistsException) {
            return NOT_A_FOLDER;
        }
        if (cause instanceof NoSuchFileException) {
            return new Meaning(Kind.UNREACHABLE, "it was removed while in use, and is made anew at the next attempt");
        }
        if (cause instanceof ClosedByInterruptException) {
            return new Meaning(Kind.UNREACHABLE, "the calling thread was interrupted");
        }
        return BY_REASON.getOrDefault(reason(cause), UNCLEAR);
    }

    /** Reading and writing fail with the kernel's words alone, everything else with paths around them. */
    private static String reason(IOException cause) {
        String words = cause instanceof FileSystemException e ? e.getReason() : cause.getMessage();
        return words == null ? "" : words;
    }
}
