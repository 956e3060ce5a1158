@NullMarked
package dev.tenure.chaos;

import org.jspecify.annotations.NullMarked;
