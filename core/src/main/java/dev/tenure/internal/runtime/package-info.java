/**
 * Threads and time: the event loop, pools, store calls and work threads.
 *
 * <p>One loop thread per candidate runs every campaign of that candidate. Nothing on it blocks (R18). Store calls run
 * on a small pool, each with a deadline after which the loop goes on without it; a thread that hangs is replaced until
 * it returns. Work has one thread per term. Otherwise the number of threads does not depend on the number of elections.
 * {@link dev.tenure.internal.runtime.EventLoop} and {@link dev.tenure.internal.runtime.JobRunner} are the only ways to
 * all of this; the simulator puts virtual time behind them.
 */
@NullMarked
package dev.tenure.internal.runtime;

import org.jspecify.annotations.NullMarked;
