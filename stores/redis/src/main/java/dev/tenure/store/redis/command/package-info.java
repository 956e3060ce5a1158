/** Commands and scripts as they are sent to a server, and what a reply or an error means. Not exported. */
@NullMarked
package dev.tenure.store.redis.command;

import org.jspecify.annotations.NullMarked;
