package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.RosterMember;
import java.time.Instant;

/** A member of a roster as it was read from the store. */
record ListedMember(Identity identity, int priority, String version, boolean isAble, int leads, Instant lastSeen)
        implements RosterMember {}
