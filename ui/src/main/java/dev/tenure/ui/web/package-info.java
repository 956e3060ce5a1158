/** Answers the browsers. Not exported. */
@NullMarked
package dev.tenure.ui.web;

import org.jspecify.annotations.NullMarked;
