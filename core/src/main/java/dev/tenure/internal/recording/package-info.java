/**
 * Tells the JDK's flight recorder of terms and store calls. The only package that knows {@code jdk.jfr}, which not
 * every runtime image has (decision 64).
 */
@NullMarked
package dev.tenure.internal.recording;

import org.jspecify.annotations.NullMarked;
