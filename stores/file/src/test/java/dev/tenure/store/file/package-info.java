/** Tests of the file store, on real files and with real processes. */
@NullMarked
package dev.tenure.store.file;

import org.jspecify.annotations.NullMarked;
