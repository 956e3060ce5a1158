/** Elections that a test decides, in the tests of an application. */
@NullMarked
package dev.tenure.spring.test;

import org.jspecify.annotations.NullMarked;
