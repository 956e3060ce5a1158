package dev.tenure.fence.http;

import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Decides about one request, for every kind of server. */
final class FenceGate {
    private FenceGate() {}

    /** How a kind of server goes on with a request, or refuses it. */
    interface Exchange<X extends Exception> {
        String method();

        @Nullable String header(String name);

        void handle() throws IOException, X;

        void refuse(Refusal refusal) throws IOException, X;
    }

    static <X extends Exception> void pass(HttpFence fence, Exchange<X> exchange) throws IOException, X {
        String token = exchange.header(TokenHeader.TOKEN);
        String election = exchange.header(TokenHeader.ELECTION);
        if (token == null && election == null) {
            if (Refusal.isWrite(exchange.method())) {
                exchange.refuse(Refusal.noToken());
            } else {
                exchange.handle();
            }
            return;
        }
        FenceMark write;
        try {
            write = TokenHeader.mark(fence.resource(), election, token);
        } catch (IllegalArgumentException e) {
            exchange.refuse(Refusal.malformed(e));
            return;
        }
        Refusal refusal = enter(fence, write);
        if (refusal != null) {
            exchange.refuse(refusal);
            return;
        }
        try {
            exchange.handle();
        } finally {
            fence.leave(write);
        }
    }

    private static @Nullable Refusal enter(HttpFence fence, FenceMark write) throws IOException {
        try {
            fence.enter(write);
            return null;
        } catch (StaleTokenException e) {
            return Refusal.lowerToken(e, fence.mark().orElse(null));
        } catch (IllegalStateException e) {
            return Refusal.otherElection(e, fence.mark().orElse(null));
        } catch (TimeoutException e) {
            return Refusal.olderRequestsRun(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while requests of older terms ended", e);
        }
    }
}
