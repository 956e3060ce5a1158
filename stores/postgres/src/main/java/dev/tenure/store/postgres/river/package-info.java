/** River's table and River's channel. Not exported. */
@NullMarked
package dev.tenure.store.postgres.river;

import org.jspecify.annotations.NullMarked;
