package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.GroundAction;
import dev.guerdon.api.Internal;

/**
 * A command and what it does.
 *
 * @param action the action
 * @param text what the player says
 */
@Internal
public record Command(GroundAction action, String text) {

    @Override
    public String toString() {
        return text;
    }
}
