@NullMarked
package dev.tenure.http.peer;

import org.jspecify.annotations.NullMarked;
