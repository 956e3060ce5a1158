@NullMarked
package dev.tenure.micrometer;

import org.jspecify.annotations.NullMarked;
