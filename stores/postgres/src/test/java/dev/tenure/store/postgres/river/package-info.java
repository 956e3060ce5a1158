@NullMarked
package dev.tenure.store.postgres.river;

import org.jspecify.annotations.NullMarked;
