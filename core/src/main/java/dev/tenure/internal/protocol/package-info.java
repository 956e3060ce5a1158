/**
 * The election protocol: one {@link dev.tenure.internal.protocol.Campaign} per election, a state machine that takes
 * inputs and clock readings and returns effects. No threads, no clock, no I/O, so the same objects run in production,
 * in unit tests and in the simulator.
 *
 * <pre>
 *   CampaignDriver ── on(input, now) ──►  Campaign      decides
 *        │         ◄── effects ─────────  (Following: Observation, ClaimDelay; Leading: HeldTerm, TermJobs, TermCleanup;
 *        │                                 StoreCalls, CallPacing)
 *        ├─ 1. publishes the Snapshot in the LeadershipView
 *        └─ 2. performs the effects in order: calls the store, starts and stops work, tells listeners
 * </pre>
 *
 * <h2>States of a campaign</h2>
 *
 * <pre>
 *              look / claim refused: wait until the lease ends, or the next poll, or a wake-up
 *              ┌──────┐
 *              ▼      │
 *   start ──► FOLLOWING ── claim granted, or an unknown claim found granted ──► LEADING ──┐ renewed
 *              ▲  │                                                             ▲  │  │   │
 *              │  │ close                                                       └──┼──┼───┘
 *              │  ▼                                                    asked to    │  │ trust over, or
 *              │ FINISHED ◄──────────────────────────────┐             end in good │  │ the record is
 *              │                                         │             order       │  │ of another term
 *              │            work ended, lease released   │                         ▼  │
 *              └──────────── ENDED ◄──── work ended, or its grace is over ──── ENDING  │
 *                              ▲                                                       │
 *                              └───────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>LEADING and ENDING have a current term; renewals go on in both. A term with an acquire hook is held before it is
 * announced: only the hook knows of it until it has returned. ENDED has no term: it waits for the work to stop, for the
 * lose hook and for barrier listeners, releases the lease unless it is another's already, and follows again, after a
 * cool-down if it gave the term up by request or because its work failed. What takes too long to end is left behind,
 * and its lease with it, to run out. These are not fields but facts: a {@link dev.tenure.internal.protocol.HeldTerm} is
 * there or not, has an ending or not; a lease is left to release or not.
 *
 * <h2>Trust</h2>
 *
 * <p>A lease is trusted until {@code start + stored ttl − margin − stopWithin}, where start was read on the monotonic
 * clock before the call was sent. {@link dev.tenure.internal.protocol.Trust} is that deadline. The campaign ends a term
 * before it looks at any input that arrives after the deadline, so an answer that comes too late revives nothing; and
 * everybody who asks the {@code LeadershipView} compares the deadline with the clocks by themselves, so a process that
 * was paused finds out by asking. The wall clock is read as well: if it ran ahead of the monotonic one by more than
 * half the margin, the machine was suspended.
 *
 * <h2>Terms</h2>
 *
 * <p>A term is an instance and a token. Every write names the exact record it replaces, by the term and its renewal
 * number, and carries the id of its own attempt. That makes late, lost and repeated messages harmless: a renewal that
 * lands late finds another renewal number; a claim that lands late finds another record, or turns up as a lease of ours
 * that nobody holds. The latter is adopted only by the attempt's id and with that attempt's own trust, and released
 * otherwise. A term that was announced as ended never comes back.
 *
 * <h2>Who may claim, and when</h2>
 *
 * <p>{@link dev.tenure.internal.protocol.Observation} answers this for every store alike. A lease is dead when its
 * record was seen unchanged for 1.1 times its ttl, from the arrival of the answer that first showed it to the sending
 * of the claim. A record that goes back (vanishes, is rolled back, becomes unreadable) frees nobody: it is waited out.
 * A store with a clock may shorten the wait to the time it states, but a candidate that was watching corrects that time
 * by what the store's clock may have stepped since.
 *
 * <h2>Loss</h2>
 *
 * <p>Always in this order: the seat shows no leader; the work is cancelled; listeners are told; and only when the work
 * has really ended is the lease released. Work that does not stop keeps its lease from being released, and this
 * candidate from leading again, for as long as it runs. If handling an input throws, leadership is dropped first, then
 * the campaign starts over; a lease left behind turns up in the record as one of ours and is released.
 */
@NullMarked
package dev.tenure.internal.protocol;

import org.jspecify.annotations.NullMarked;
