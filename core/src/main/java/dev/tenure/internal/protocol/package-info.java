/**
 * The election protocol: one {@link dev.tenure.internal.protocol.Campaign} per election, a state machine that takes
 * inputs and clock readings and returns effects. No threads, no clock, no I/O, so the same objects run in production,
 * in unit tests and in the simulator.
 *
 * <h2>States</h2>
 *
 * <pre>
 *   FOLLOWING ──► HELD ──► LEADING ──► ENDING ──► ENDED ──► FOLLOWING … FINISHED
 *
 *   FOLLOWING  has no term: looks, waits, claims                 HELD when a claim is granted, or found granted later
 *   HELD       has a lease that is not announced                 LEADING after the takeover delay and the acquire hook
 *   LEADING    has announced its term, and runs the work         ENDING when asked to end
 *   ENDING     goes on renewing while the work finishes          ENDED when the work has ended or its grace is over
 *   ENDED      has no term, and winds the last one down          FOLLOWING when the lease is released or left
 *   FINISHED   is over for good: it was closed while FOLLOWING
 *
 *   HELD, LEADING, ENDING go to ENDED at once when trust is over, the record is of another term, or the store says so.
 *   FOLLOWING goes to ENDED when it finds a lease of its own that it must not lead by.
 * </pre>
 *
 * <p>Each case of {@link dev.tenure.internal.protocol.State} owns what exists only then. HELD, LEADING and ENDING have
 * a term, and renew its lease. A HELD term is known to nobody but its acquire hook. ENDED has no term: it waits for the
 * work to stop, for the lose hook and for barrier listeners, then releases the lease. What takes too long is left
 * behind, and its lease is left to run out. What lives across states: what was seen of the record (Observation), calls
 * and unsettled writes (StoreCalls), and the plan of the next call (Follower).
 *
 * <h2>One claim, one loss</h2>
 *
 * <p>A tick reaches {@code Campaign.on}; {@code Follower} asks {@code Observation} whether a claim may be sent;
 * {@code StoreCalls} makes the {@code Effect}. The answer comes back as an {@code Input}, and {@code TermLifecycle}
 * begins a term with the {@code Trust} that the attempt earned.
 *
 * <p>A term is lost when trust is over, a renewal finds a record of another term, or the store says so
 * ({@code Renewal.Lost}, {@code Input.Lost}). Then, in this order, the {@code Snapshot} shows no leader, the work is
 * cancelled, listeners are told and, once the work has ended, the lease is released. Trust is checked before any input
 * is looked at, so an answer that comes too late revives nothing. A term announced as ended never comes back.
 *
 * <h2>Terms and writes</h2>
 *
 * <p>A term is an instance and a token. Every write names the exact record it replaces, by term and renewal number, and
 * carries its own attempt id. So late, lost and repeated messages are harmless: a late renewal finds another renewal
 * number; a late claim finds another record, or turns up as a lease of ours that no term holds. Such a lease is adopted
 * only by the attempt's id and with that attempt's own trust, and released otherwise.
 */
@NullMarked
package dev.tenure.internal.protocol;

import org.jspecify.annotations.NullMarked;
