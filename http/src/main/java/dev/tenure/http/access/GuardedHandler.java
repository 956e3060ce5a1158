package dev.tenure.http.access;

import com.sun.net.httpserver.HttpHandler;

/**
 * A handler that checks the credentials of its clients by itself: a browser cannot send a bearer token before it has a
 * page that asks for one. {@code HealthServer} passes it requests without credentials.
 */
public interface GuardedHandler extends HttpHandler {}
