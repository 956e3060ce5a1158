/** The answers about a candidate and its elections. Not exported. */
@NullMarked
package dev.tenure.http.status;

import org.jspecify.annotations.NullMarked;
