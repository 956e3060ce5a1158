/**
 * The election protocol: one {@link dev.tenure.internal.protocol.Campaign} per election, a state machine that takes
 * inputs and clock readings and returns effects. No threads, no clock, no I/O, so the same objects run in production,
 * in unit tests and in the simulator.
 *
 * <h2>States</h2>
 *
 * <pre>
 *             look, claim refused
 *               ┌─────┐
 *               ▼     │  granted, or an unknown claim found granted        announced
 *   start ──► FOLLOWING ──────────────────────────────────────────► HELD ──────────► LEADING
 *              │     ▲                                               │ │               │ │
 *        close │     │ nothing left                     asked to end │ │               │ │
 *              ▼     │                                               ▼ │               ▼ │
 *       FINISHED    ENDED ◄── work ended, or its grace is over ───── ENDING ◄────────────┘ │
 *                    ▲                                                 │ trust over, or    │
 *                    └─────────────────────────────────────────────────┴ another's record ─┘
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
 * <p>A tick reaches {@code Campaign.on}; {@code Follower} asks {@code Observation} and {@code ClaimDelay} whether a
 * claim may be sent; {@code StoreCalls} makes the {@code Effect}. The answer comes back as an {@code Input}, and
 * {@code TermLifecycle} begins a term with the {@code Trust} that the attempt earned.
 *
 * <p>A term is lost when an input arrives after the end of its trust, or a renewal finds another term in the record.
 * Always in this order: the {@code Snapshot} shows no leader; the work is cancelled; listeners are told; and only when
 * the work has really ended is the lease released. The campaign ends a term before it looks at any late input, so an
 * answer that comes too late revives nothing; a term that was announced as ended never comes back.
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
