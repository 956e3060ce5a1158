package dev.tenure.cli.doctor;

import dev.tenure.spi.Answer;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;

/** Checks that the writes of a store are conditional on the record they name. All safety depends on that. */
final class ConditionalWriteChecks {
    static final String UNSAFE = "do not use this store, because two could lead at once: a proxy, a cache or an"
            + " emulator may ignore conditions, or the store has a bug";

    private final ScratchElection scratch;

    ConditionalWriteChecks(ScratchElection scratch) {
        this.scratch = scratch;
    }

    /** Checks that one of two claims on the same record is refused. */
    CheckResult claims() throws InterruptedException {
        Sighting free = scratch.take();
        Lease first = scratch.held();
        Answer second = scratch.claim(scratch.contestant(1), free);
        if (second instanceof Answer.Granted granted) {
            scratch.hold(granted.lease());
            return CheckResult.fail("claims", "the same record was granted to two, one after the other", UNSAFE);
        }
        if (!(scratch.look() instanceof Sighting.Held seen) || !seen.lease().isSameWrite(first)) {
            return CheckResult.fail("claims", "a lease was granted, and the record does not show it", UNSAFE);
        }
        return CheckResult.ok("claims", "one of two was granted, the other refused");
    }

    /** Checks that a renewal based on an outdated lease is refused. */
    CheckResult renewals() {
        Lease before = scratch.held();
        scratch.keep();
        if (scratch.renew(before) instanceof Renewal.Renewed stale) {
            scratch.hold(stale.lease());
            return CheckResult.fail("renewals", "a renewal that came late undid a later one", UNSAFE);
        }
        return CheckResult.ok("renewals", "granted to the last renewal, refused to one that came late");
    }

    /** Checks that a late release does not end the next term. */
    CheckResult releases() {
        Lease over = scratch.held();
        if (!(scratch.claim(scratch.contestant(1), scratch.look()) instanceof Answer.Granted next)) {
            return CheckResult.fail("releases", "a claim on the record as it was just read was refused", UNSAFE);
        }
        scratch.hold(next.lease());
        scratch.release(over);
        if (!(scratch.look() instanceof Sighting.Held seen) || !seen.lease().isSameTerm(next.lease())) {
            return CheckResult.fail("releases", "a release that came late ended the next term", UNSAFE);
        }
        return CheckResult.ok("releases", "one that came late left the next term alone");
    }

    /** Checks that the token grows when the election is released and claimed again. */
    CheckResult tokens() throws InterruptedException {
        Lease last = scratch.held();
        scratch.letGo();
        if (scratch.ours().isPresent()) {
            return CheckResult.fail("tokens", "a lease was released, and the record still shows it", UNSAFE);
        }
        scratch.take();
        long token = scratch.held().token();
        return token > last.token()
                ? CheckResult.ok("tokens", "after a release the next is higher: " + last.token() + ", then " + token)
                : CheckResult.fail(
                        "tokens",
                        "they do not grow: after " + last.token() + " came " + token,
                        "do not use this store, because tokens would not protect anything");
    }
}
