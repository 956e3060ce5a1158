package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends questions to other processes. */
public interface QuestionSender {

    /** Sends a question; completes with the reply, or with a failure at the latest when the time is over. */
    CompletableFuture<PeerReply> ask(PeerAddress address, PeerQuestion question, Duration timeout);
}
