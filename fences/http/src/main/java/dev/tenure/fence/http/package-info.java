/**
 * For HTTP: {@link dev.tenure.fence.http.FencedHttpClient} sends the token of a term with each request;
 * {@link dev.tenure.fence.http.FenceHandler} and {@link dev.tenure.fence.http.FenceFilter} refuse requests of an older
 * term in a server.
 */
@NullMarked
package dev.tenure.fence.http;

import org.jspecify.annotations.NullMarked;
