package dev.tenure.http.peer;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects the body of an answer up to a size limit. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private final long most;
    private long length;
    private @Nullable Subscription source;

    LimitedBody(long most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole.getBody();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        source = subscription;
        whole.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            length += piece.remaining();
        }
        if (length <= most) {
            whole.onNext(pieces);
        } else if (source != null) {
            source.cancel();
            whole.onError(new IOException("its answer is larger than " + most + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.onError(failure);
    }

    @Override
    public void onComplete() {
        whole.onComplete();
    }
}
