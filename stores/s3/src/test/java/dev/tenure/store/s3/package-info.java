@NullMarked
package dev.tenure.store.s3;

import org.jspecify.annotations.NullMarked;
