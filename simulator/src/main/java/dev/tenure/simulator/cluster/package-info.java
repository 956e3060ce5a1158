/**
 * One simulated cluster: machines, the processes on them, the network, the store, and the real engine in each process.
 */
@NullMarked
package dev.tenure.simulator.cluster;

import org.jspecify.annotations.NullMarked;
