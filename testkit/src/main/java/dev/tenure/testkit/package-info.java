/** The test kit: for tests of stores, and of applications that take part in elections. */
@NullMarked
package dev.tenure.testkit;

import org.jspecify.annotations.NullMarked;
