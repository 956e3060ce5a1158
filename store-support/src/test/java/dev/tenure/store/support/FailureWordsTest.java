package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link FailureWords}. */
class FailureWordsTest {
    @Test
    void whatTheJdkSaysByClassesIsSaidInWords() {
        Map<Throwable, String> words = Map.ofEntries(
                Map.entry(new AccessDeniedException("/srv/a"), "this user has no permission for /srv/a"),
                Map.entry(new FileAlreadyExistsException("/srv/a"), "/srv/a is no folder"),
                Map.entry(new NotDirectoryException("/srv/a"), "/srv/a is no folder"),
                Map.entry(new NoSuchFileException("/srv/a"), "/srv/a does not exist"),
                Map.entry(
                        new FileSystemException("/srv/a", null, "Read-only file system"),
                        "/srv/a: Read-only file system"),
                Map.entry(new MalformedInputException(1), "it is no text"),
                Map.entry(new ClosedByInterruptException(), "the calling thread was interrupted"),
                Map.entry(new ClosedChannelException(), "it was closed meanwhile"),
                Map.entry(new UnknownHostException("db: Name or service not known"), "the host db is not known"),
                Map.entry(new UnresolvedAddressException(), "the host is not known"),
                Map.entry(new ConnectException(), "it cannot be connected to"),
                Map.entry(new ConnectException("Connection refused"), "Connection refused"),
                Map.entry(new IOException("torn\n apart"), "torn; apart"));

        words.forEach(
                (failure, expected) -> assertThat(FailureWords.of(failure)).isEqualTo(expected));
    }

    @Test
    void failureWithoutWordsIsNamed() {
        assertThat(FailureWords.of(new EOFException())).isEqualTo("it failed without words (EOFException)");
    }
}
