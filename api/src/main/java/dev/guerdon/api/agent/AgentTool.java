package dev.guerdon.api.agent;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tool as an agent sees it: its name, the schema that the model is shown, and how to call it. */
@Experimental
public interface AgentTool {

    /** Returns the name by which the model calls it. */
    String name();

    /** Returns what the model is told about it. */
    String description();

    /** Returns the JSON schema of the arguments, as function-calling models expect it. */
    Map<String, @Nullable Object> schema();

    /** Returns whether agents call it before their first turn. */
    boolean firstLook();

    /** Returns whether a call can end the episode: by a {@link ToolOutcome} or a {@link Step}, not by a text. */
    boolean canEndEpisode();

    /**
     * Calls the tool.
     *
     * @throws GuerdonException if an argument is missing or of the wrong type; the message is meant for the model
     * @throws UnscoredException if the tool takes longer than ten minutes
     * @throws Exception whatever the tool threw
     */
    ToolOutcome call(Map<String, @Nullable Object> arguments, Context context) throws Exception;
}
