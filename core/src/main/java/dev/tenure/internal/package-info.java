/**
 * The engine. Not exported: applications use {@code dev.tenure}, stores use {@code dev.tenure.spi}.
 *
 * <p>This package holds the objects that applications get: {@link dev.tenure.internal.RunningCandidate},
 * {@link dev.tenure.internal.StandingElection} and {@link dev.tenure.internal.StandingShards}. They are built from four
 * packages, each of which sees only those below it:
 *
 * <pre>
 *   internal     the API's objects: answer from the LeadershipView, pass wishes to the CampaignDriver
 *   fleet        who else stands: roster, successor order, requests, shards
 *   events       tells listeners, the log and the history what happened
 *   runtime      threads: the loop, pools, store calls, work; carries out what a campaign decides
 *   protocol     decides: the campaign, a state machine without threads, clock or I/O
 * </pre>
 *
 * <p>To follow one claim: {@code RunningCandidate.stand}, {@code StandingElection}, {@code CampaignDriver.step},
 * {@code Campaign.on}, back to {@code CampaignDriver.perform}, and from there the {@code LeaseStore}.
 */
@NullMarked
package dev.tenure.internal;

import org.jspecify.annotations.NullMarked;
