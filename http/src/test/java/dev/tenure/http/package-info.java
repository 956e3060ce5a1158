/** Tests against real servers, over real sockets. */
@NullMarked
package dev.tenure.http;

import org.jspecify.annotations.NullMarked;
