package dev.guerdon.api.agent;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One rollout while it runs, as its agent sees it. */
@Experimental
public interface RolloutScope {

    /** Returns the task. */
    Task task();

    /** Returns the rollout's way to its environment and other live resources. */
    Context context();

    /** Returns everything that was added to Guerdon, such as environments, to look it up by name. */
    Plugin.Catalogue catalogue();

    /** Returns the tools that the task or suite offers. */
    List<AgentTool> tools();

    /**
     * Returns a tool by its name, offered to the model or not.
     *
     * @throws GuerdonException if there is none, with the nearest name
     */
    AgentTool tool(String name);

    /** Returns the options of the suite's environment, such as {@code data}, or an empty map if there are none. */
    Map<String, String> environmentOptions();

    /** Returns the seed that makes this rollout repeatable. */
    long seed();

    /** Returns how many turns there may be. */
    int maxTurns();

    /**
     * Asks the model; counts tokens, money and time against the rollout's limits.
     *
     * @throws GuerdonException if a limit is reached; let it pass, and the rollout ends as cut by that limit
     * @throws ModelException if the model failed
     */
    ModelReply ask(List<Message> messages, List<AgentTool> tools);

    /** Adds a message to the trajectory. */
    void addMessage(Message message);

    /** Starts a new segment of the trajectory, as when a long conversation was folded. */
    void startSegment();

    /** Records a turn that is over. */
    void recordTurn(Turn turn);

    /** Reports that the model's side of the rollout waits, so that a user can see why nothing happens. */
    default void waiting(ModelWait wait) {}

    /** Returns the folder for artifacts of this rollout, or empty if none is kept; see {@link dev.guerdon.api.Environment#recordTo}. */
    Optional<Path> artifacts();

    /**
     * Ends the rollout if someone asked for it or a limit of time is reached. Called between turns.
     *
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws GuerdonException if its time is up
     */
    void check();
}
