package dev.guerdon.server;

import io.helidon.webserver.http.HttpRouting;

/** Some routes of a server, and what lives behind them. */
public interface Endpoints extends AutoCloseable {

    /** Adds the routes. */
    void addTo(HttpRouting.Builder routing);

    /** Ends the sessions behind the routes; called after the server has stopped. */
    @Override
    void close();
}
