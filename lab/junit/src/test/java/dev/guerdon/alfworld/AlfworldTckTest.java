package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.PlanningGame;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.junit.EnvironmentTck;
import java.util.List;
import java.util.Map;

/** Passes the kit that every environment passes, with a bundled game. */
final class AlfworldTckTest extends EnvironmentTck {

    private static final PlanningGame GAME = GameLibrary.bundled(3).game();
    private static final List<String> EPISODE =
            GamePlanner.plan(GAME, GAME.initial()).orElseThrow();

    @Override
    protected EnvironmentProvider provider() {
        return new AlfworldProvider();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("seed", "3");
    }

    @Override
    protected List<String> episode() {
        return EPISODE;
    }

    @Override
    protected Task unknownTask() {
        return Task.of("unknown", "", Map.of("task_id", "bundled-none", "split", "bundled"));
    }

    @Override
    protected boolean refused(Step step) {
        return step.observation().text().equals("Nothing happens.");
    }
}
