@NullMarked
package dev.tenure.aws;

import org.jspecify.annotations.NullMarked;
