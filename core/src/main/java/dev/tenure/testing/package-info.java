/**
 * For those who write test doubles: runs the engine without threads, in a time that a test moves.
 *
 * <p>Applications use the doubles of the test kit, {@code ManualCandidate} and {@code ManualElection}, which are built
 * on this. It is exported because those who test a module have the test kit on the class path, where no export to a
 * named module reaches it. It follows the engine, and may change in any release.
 */
@NullMarked
package dev.tenure.testing;

import org.jspecify.annotations.NullMarked;
