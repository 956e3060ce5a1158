/** Tests of the fence in databases, each on its real server. */
@NullMarked
package dev.tenure.fence.jdbc;

import org.jspecify.annotations.NullMarked;
