/** Tests of packages, as files that somebody installs. */
@NullMarked
package dev.tenure.dist;

import org.jspecify.annotations.NullMarked;
