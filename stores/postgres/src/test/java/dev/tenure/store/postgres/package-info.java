@NullMarked
package dev.tenure.store.postgres;

import org.jspecify.annotations.NullMarked;
