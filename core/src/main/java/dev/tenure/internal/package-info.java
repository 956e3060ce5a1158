/** The engine. Not exported, and free to change from one release to the next. */
@NullMarked
package dev.tenure.internal;

import org.jspecify.annotations.NullMarked;
