/** Decides which clients are told details. Not exported. */
@NullMarked
package dev.tenure.http.access;

import org.jspecify.annotations.NullMarked;
