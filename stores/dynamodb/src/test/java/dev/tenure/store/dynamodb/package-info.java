@NullMarked
package dev.tenure.store.dynamodb;

import org.jspecify.annotations.NullMarked;
