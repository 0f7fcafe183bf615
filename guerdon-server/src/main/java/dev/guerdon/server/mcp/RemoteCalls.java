package dev.guerdon.server.mcp;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EpisodeStep;
import dev.guerdon.server.spi.ServedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the methods of the protocol mean in a session of an environment, on whatever transport they come. */
@Internal
public final class RemoteCalls {

    private RemoteCalls() {}

    /**
     * The tools as {@code tools/list} has them.
     *
     * @param more tools that the transport adds
     */
    public static Map<String, @Nullable Object> list(List<ServedTool> tools, List<ServedTool> more) {
        List<Object> listed = new ArrayList<>();
        for (List<ServedTool> each : List.of(more, tools)) {
            for (ServedTool tool : each) {
                Map<String, @Nullable Object> json = new LinkedHashMap<>();
                json.put("name", tool.name());
                json.put("description", tool.description());
                json.put("inputSchema", tool.schema());
                listed.add(json);
            }
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("tools", listed);
        return result;
    }

    /** Calls a tool, and gives the result as {@code tools/call} has it. What goes wrong in the tool is a result, too. */
    public static Map<String, @Nullable Object> call(EnvironmentHandle session, RpcCall call) {
        String name = call.text("name");
        if (name.isEmpty()) {
            throw new RpcException(RpcException.INVALID_PARAMS, "expected the name of a tool as 'name', found none");
        }
        Map<String, @Nullable Object> arguments = call.object("arguments");
        return told(() -> session.call(name, arguments));
    }

    /** A step that may go wrong. */
    interface Told {
        EpisodeStep step();
    }

    /** The result of a step, or of what went wrong in it. */
    static Map<String, @Nullable Object> told(Told code) {
        try {
            return result(code.step());
        } catch (ServeException e) {
            return switch (e.kind()) {
                case "unknown_tool" ->
                    throw new RpcException(RpcException.INVALID_PARAMS, String.valueOf(e.getMessage()));
                case "unknown_session", "too_many_sessions", "draining" ->
                    throw new RpcException(RpcException.SERVER_ERROR, String.valueOf(e.getMessage()));
                default -> failed(String.valueOf(e.getMessage()));
            };
        } catch (GuerdonException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, @Nullable Object> result(EpisodeStep step) {
        Optional<Score.Unscored> unscored = step.unscored();
        if (unscored.isPresent()) {
            return failed("the episode is over, but it could not be scored: "
                    + unscored.get().message());
        }
        Map<String, @Nullable Object> result = content(step.step().observation().text(), false);
        // For the client, not for its model, which should not see what it is worth.
        Map<String, @Nullable Object> meta = new LinkedHashMap<>();
        meta.put("dev.guerdon/reward", step.reward());
        meta.put("dev.guerdon/done", step.step().done());
        meta.put("dev.guerdon/truncated", step.step().truncated());
        result.put("_meta", meta);
        return result;
    }

    /** The text of a result. */
    static String text(Map<String, @Nullable Object> result) {
        return result.get("content") instanceof List<?> parts && parts.getFirst() instanceof Map<?, ?> part
                ? String.valueOf(part.get("text"))
                : "";
    }

    private static Map<String, @Nullable Object> failed(String why) {
        return content(why, true);
    }

    private static Map<String, @Nullable Object> content(String text, boolean error) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("type", "text");
        part.put("text", text);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("content", List.of(part));
        result.put("isError", error);
        return result;
    }
}
