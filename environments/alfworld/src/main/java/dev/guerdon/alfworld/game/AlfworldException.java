package dev.guerdon.alfworld.game;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** Says what is wrong with a game, a folder of games or a request for one. */
@Internal
public final class AlfworldException extends GuerdonException {

    public AlfworldException(String message) {
        super(message);
    }

    public AlfworldException(String message, Throwable cause) {
        super(message, cause);
    }
}
