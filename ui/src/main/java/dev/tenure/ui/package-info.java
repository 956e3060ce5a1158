/** For applications and the command: a page that shows who leads what, in a browser. */
@NullMarked
package dev.tenure.ui;

import org.jspecify.annotations.NullMarked;
