@NullMarked
package dev.tenure.store.aws;

import org.jspecify.annotations.NullMarked;
