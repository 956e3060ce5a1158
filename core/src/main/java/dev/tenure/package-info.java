/**
 * For applications: {@link dev.tenure.Candidate} stands in elections, {@link dev.tenure.Election} tells whether it
 * leads, {@link dev.tenure.Term} carries the fencing token.
 */
@NullMarked
package dev.tenure;

import org.jspecify.annotations.NullMarked;
