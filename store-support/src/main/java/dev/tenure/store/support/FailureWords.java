package dev.tenure.store.support;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Says what a failed operation of the JDK means.
 *
 * <p>Many of its exceptions say half of that by their class, and have a path or a host as their message.
 */
public final class FailureWords {
    private FailureWords() {}

    /** Returns what went wrong, on one line, without the name of a class wherever the meaning is known. */
    public static String of(Throwable failure) {
        String known = failure instanceof FileSystemException file ? ofFile(file) : ofNetwork(failure);
        String said = FailureMeaning.oneLine(failure.getMessage());
        if (!known.isEmpty()) {
            return known;
        }
        return said.isEmpty() ? "it failed without words (" + failure.getClass().getSimpleName() + ")" : said;
    }

    private static String ofFile(FileSystemException failure) {
        String file = failure.getFile() == null ? "a file" : failure.getFile();
        if (failure instanceof AccessDeniedException) {
            return "this user has no permission for " + file;
        }
        if (failure instanceof NotDirectoryException || failure instanceof FileAlreadyExistsException) {
            return file + " is no folder";
        }
        return failure instanceof NoSuchFileException ? file + " does not exist" : "";
    }

    private static String ofNetwork(Throwable failure) {
        String said = FailureMeaning.oneLine(failure.getMessage());
        if (failure instanceof ClosedByInterruptException) {
            return "the calling thread was interrupted";
        }
        if (failure instanceof ClosedChannelException) {
            return "it was closed meanwhile";
        }
        if (failure instanceof CharacterCodingException) {
            return "it is no text";
        }
        if (failure instanceof UnknownHostException || failure instanceof UnresolvedAddressException) {
            return "the host " + (said.isEmpty() ? "" : said.replaceFirst(":.*", "") + " ") + "is not known";
        }
        return failure instanceof ConnectException && said.isEmpty() ? "it cannot be connected to" : "";
    }
}
