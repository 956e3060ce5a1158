/** Tests of the page. */
@NullMarked
package dev.tenure.ui.store;

import org.jspecify.annotations.NullMarked;
