package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/** How a model asks for tools, and how it is told what they brought. */
@Internal
public interface ActionFormat {

    /** What the system prompt says about the tools and the format; empty where the model's own tool calling says it. */
    String instructions(List<ToolEntry> tools);

    /** Whether the tools are offered through the model's own tool calling. */
    boolean offersNatively();

    /** Reads a reply. */
    Reading read(String reply, List<ToolEntry> tools);

    /** Tells the model what a call brought, or what was wrong with its reply. */
    Message answer(ToolCall call, String text);

    /** What a reply means. */
    sealed interface Reading {

        /** Tools to call, in order. */
        record Calls(List<ToolCall> calls) implements Reading {}

        /** The final response. */
        record Answer(String text) implements Reading {}

        /**
         * A reply that has neither an answer nor an action that can be read.
         *
         * @param problem what was expected and found, for the model, which is asked again
         */
        record Unreadable(String problem) implements Reading {}
    }
}
