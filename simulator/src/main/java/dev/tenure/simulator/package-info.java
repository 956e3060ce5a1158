/**
 * Runs whole clusters in virtual time: a seed determines every fault, so that each run can be repeated exactly.
 *
 * <p>This package runs seeds and their phases. {@code faults} disturbs the cluster, {@code cluster} holds it together,
 * {@code scenario} draws its setup, {@code checks} and {@code time} depend on nothing else here.
 */
@NullMarked
package dev.tenure.simulator;

import org.jspecify.annotations.NullMarked;
