/** Tests of the page. */
@NullMarked
package dev.tenure.ui;

import org.jspecify.annotations.NullMarked;
