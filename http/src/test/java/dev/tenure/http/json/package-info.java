/** Tests of the JSON that HTTP and commands share. */
@NullMarked
package dev.tenure.http.json;

import org.jspecify.annotations.NullMarked;
