/** What tests of elections and of stores need, for this repository and for its users. */
@NullMarked
package dev.tenure.testkit;

import org.jspecify.annotations.NullMarked;
