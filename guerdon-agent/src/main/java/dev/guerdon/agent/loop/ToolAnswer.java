package dev.guerdon.agent.loop;

import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Names;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.ToolEntry;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * What a tool call brought, or why it brought nothing.
 *
 * @param outcome what the model sees, with the environment's reward
 * @param error what was wrong, empty where nothing was
 */
record ToolAnswer(ToolOutcome outcome, String error) {

    /**
     * Makes a call. What is wrong with the call or fails in the tool is an answer that the model can act on.
     *
     * @throws UnscoredException where the tool's environment could not be had, which no model can mend
     */
    static ToolAnswer to(ToolCall call, List<ToolEntry> tools, RolloutScope rollout) throws InterruptedException {
        ToolEntry tool = tools.stream()
                .filter(one -> one.name().equals(call.name()))
                .findFirst()
                .orElse(null);
        if (tool == null) {
            return refused(unknown(call.name(), tools));
        }
        String problem = problemWithArguments(call);
        if (!problem.isEmpty()) {
            return refused(problem + " " + usage(tool));
        }
        try {
            return new ToolAnswer(tool.call(call.arguments(), rollout.context()), "");
        } catch (CancellationException | InterruptedException e) {
            throw e;
        } catch (UnscoredException e) {
            if (e.reason() == Score.Reason.MISSING_FIELD) {
                return refused(e.getMessage() + ". " + usage(tool));
            }
            throw e;
        } catch (GuerdonException e) {
            return refused(e.getMessage() + ". " + usage(tool));
        } catch (Exception e) {
            return refused(tool.name() + " failed: " + ForeignCode.reason(e));
        }
    }

    static ToolAnswer refused(String problem) {
        return new ToolAnswer(ToolOutcome.of("Error: " + problem), problem);
    }

    private static String unknown(String name, List<ToolEntry> tools) {
        if (tools.isEmpty()) {
            return "there is no tool '" + name + "', and no other one either; answer without tools.";
        }
        List<String> names = tools.stream().map(ToolEntry::name).toList();
        return "there is no tool '" + name + "'" + Names.didYouMean(name, names) + " The tools are: "
                + String.join(", ", names) + ".";
    }

    /** Arguments that the model wrote as text are an empty map where they were not a JSON object; that must not pass as "none". */
    private static String problemWithArguments(ToolCall call) {
        if (!call.arguments().isEmpty() || call.argumentsText().isBlank()) {
            return "";
        }
        try {
            Json written = JsonCodec.read(call.argumentsText(), "the arguments");
            return written.isObject() ? "" : "expected the arguments as a JSON object, found " + written.kind() + ".";
        } catch (GuerdonException e) {
            return e.getMessage() + ".";
        }
    }

    private static String usage(ToolEntry tool) {
        return "The arguments of " + tool.name() + " are: "
                + JsonCodec.write(tool.schema().get("properties")) + ".";
    }
}
