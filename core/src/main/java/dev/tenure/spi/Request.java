package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the leader of one term: to resign, in favour of one instance or of anyone.
 *
 * @param election the election
 * @param token the token of the term it is meant for; for any other the request is void
 * @param successor the instance that shall lead next, or null for anyone
 * @param at when it was asked, by the asker's wall clock, for people to read
 * @param by who asks, for people to read
 */
public record Request(String election, long token, @Nullable String successor, Instant at, String by) {
    public Request {
        requireNonNull(election, "election");
        requireNonNull(by, "by");
        requireNonNull(at, "at");
        if (token < 1 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("token " + token + " is not between 1 and " + Lease.MAX_TOKEN);
        }
    }
}
