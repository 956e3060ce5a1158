@NullMarked
package dev.tenure.store.support;

import org.jspecify.annotations.NullMarked;
