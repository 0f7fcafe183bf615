package dev.guerdon.alfworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import java.util.List;
import java.util.Map;

/**
 * The tools of an agent in ALFWorld, and the reward that looks at the same game.
 *
 * <p>All of them share one environment per rollout. Its first use resets it to the game that the task's fields name.
 */
@Experimental
@Reward.Family("environments")
public final class AlfworldTools {

    /** The environment that the tools and the reward of a rollout share. */
    public static final ResourceSpec<AlfworldEnvironment> ENVIRONMENT = ResourceSpec.local(
            "alfworld", AlfworldEnvironment.class, 100_000, () -> new AlfworldProvider().open(Map.of()));

    private AlfworldTools() {}

    /** Returns the rollout's environment, reset to its task before anyone sees it. */
    static AlfworldEnvironment environment(Context context) {
        return context.acquire(
                ENVIRONMENT,
                Context.Scope.GLOBAL,
                environment -> environment.reset(
                        new Task(context.rolloutId(), List.of(), context.metadata()), context.seed()));
    }

    @Tool(
            value = "alfworld_step",
            description = "Give one command in the household, such as 'go to fridge 1', and see what happens.")
    public static ToolOutcome step(@Tool.Description("The command") String action, Context context) {
        return ToolOutcome.of(environment(context).step(action));
    }

    @Tool(value = "alfworld_reset", description = "Begin the same game again and see the room and the task.")
    public static ToolOutcome reset(Context context) {
        Step first = environment(context).restart();
        return ToolOutcome.of(first);
    }

    @Tool(
            value = "alfworld_get_admissible_commands",
            description = "List the commands that are possible now, one per line.")
    public static String admissibleCommands(Context context) {
        return String.join("\n", environment(context).actions());
    }

    @Tool(value = "alfworld_get_task_objective", description = "Say again what the task is.")
    public static String taskObjective(Context context) {
        AlfworldEnvironment environment = environment(context);
        String type = environment.taskType();
        return "Task: " + environment.objective() + "\nTask Type: " + (type.isEmpty() ? "Unknown task type" : type);
    }

    /** Returns 1 if the goal holds in the rollout's game, else 0. Uses up no command. */
    @Reward(
            value = "alfworld_episode_reward",
            description = "1 if the household task is done in the rollout's live ALFWorld game, else 0",
            example =
                    "{\"id\":\"1\",\"final_response\":\"done\",\"trajectory\":[],\"metadata\":{\"task_id\":\"bundled-0\",\"split\":\"bundled\"}}")
    public static RewardResult episodeReward(Context context) {
        AlfworldEnvironment environment = environment(context);
        return new RewardResult(environment.isWon() ? 1 : 0, Map.of("steps", environment.steps()));
    }
}
