/** Tests of the fence over HTTP, with real servers and a real client. */
@NullMarked
package dev.tenure.fence.http;

import org.jspecify.annotations.NullMarked;
