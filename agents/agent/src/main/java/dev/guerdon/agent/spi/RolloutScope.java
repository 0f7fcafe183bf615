package dev.guerdon.agent.spi;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ToolEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One rollout while it runs, as its agent sees it. */
@Experimental
public interface RolloutScope {

    Task task();

    /** The rollout's way to its environment and other live resources. */
    Context context();

    /** Rewards, tools and environments by name. */
    Registry registry();

    /** The tools that the task or suite offers. */
    List<ToolEntry> tools();

    /** Options for the environment that the suite names, such as {@code data}; empty if there is none. */
    Map<String, String> environmentOptions();

    /** Makes this rollout repeatable. */
    long seed();

    /** Returns how many turns there may be. */
    int maxTurns();

    /**
     * Asks the model; counts tokens, money and time against the rollout's limits.
     *
     * @throws GuerdonException where a limit is reached; let it pass, and the rollout ends as cut by that limit
     * @throws ModelException where the model failed
     */
    ModelReply ask(List<Message> messages, List<ToolEntry> tools);

    /** Adds a message to the trajectory. */
    void say(Message message);

    /** Begins a new segment of the trajectory, as when a long conversation was folded. */
    void fold();

    /** Reports a turn that is over. */
    void turn(Turn turn);

    /** Reports that the model's side of the rollout waits, so that a user can see why nothing happens. */
    default void waiting(ModelWait wait) {}

    /** The folder for artifacts of this rollout, where one is kept; see {@link dev.guerdon.api.Environment#recordTo}. */
    Optional<Path> artifacts();

    /**
     * Ends the rollout if someone asked for it or a limit of time is reached. Called between turns.
     *
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws GuerdonException where its time is up
     */
    void check();
}
