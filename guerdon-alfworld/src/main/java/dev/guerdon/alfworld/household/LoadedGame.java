package dev.guerdon.alfworld.household;

import dev.guerdon.alfworld.game.Game;
import dev.guerdon.api.Internal;
import java.util.List;

/**
 * A loaded game with what is known about it. Whoever plays it holds on to this object, which is what shares the game.
 *
 * @param taskType the type of task, empty where nothing says
 * @param objective what the player is asked to do
 * @param annotations what people wrote for the task, where it was read
 */
@Internal
public record LoadedGame(Game game, String taskType, String objective, List<String> annotations) {}
