package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;

/**
 * What a client must show, and whose it is.
 *
 * @param name the client's name: its share of the server is its own, and metrics and logs tell it
 * @param token at least 16 characters
 */
@Experimental
public record ClientToken(String name, String token) {

    /** Without the token, which must not reach a log. */
    @Override
    public String toString() {
        return "ClientToken[" + name + "]";
    }
}
