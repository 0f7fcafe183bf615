package dev.guerdon.alfworld;

import dev.guerdon.api.GuerdonException;

/** Says what is wrong with a game, a folder of games or a request for one. */
public final class AlfworldException extends GuerdonException {

    AlfworldException(String message) {
        super(message);
    }

    AlfworldException(String message, Throwable cause) {
        super(message, cause);
    }
}
