/** Tests of the page. */
@NullMarked
package dev.tenure.ui.web;

import org.jspecify.annotations.NullMarked;
