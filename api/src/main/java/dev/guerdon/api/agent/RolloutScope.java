package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import java.util.List;
import java.util.Map;

/** One rollout while it runs, as its agent sees it. Used by one thread at a time. */
@Experimental
public interface RolloutScope extends ModelScope {

    /**
     * Sends a conversation to the model, adds to the trajectory what is new in it, records the turn, and returns the model's text
     * without space around it. A conversation that does not continue the last one starts a new segment of the trajectory.
     *
     * @throws GuerdonException as {@link #ask} does
     */
    String chat(List<Message> messages);

    /**
     * Asks the model, and counts tokens, money and time against the rollout's limits. Adds nothing to the trajectory.
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

    /** Counts what the agent used in another way than by {@link #ask}. */
    void addUsage(Usage usage);

    /** Returns the tools that the task or suite offers. */
    List<AgentTool> tools();

    /**
     * Returns a tool by its name, offered to the model or not.
     *
     * @throws GuerdonException if there is none, with the nearest name
     */
    AgentTool tool(String name);

    /** Returns everything that was added to Guerdon, such as environments, to look it up by name. */
    Plugin.Catalogue catalogue();

    /** Returns the options of the suite's environment, such as {@code data}, or an empty map if there are none. */
    Map<String, String> environmentOptions();

    /** Returns how many turns there may be. */
    int maxTurns();

    /**
     * Ends the rollout if someone asked for it or a limit of time is reached. Called between turns.
     *
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws GuerdonException if its time is up
     */
    void check();
}
