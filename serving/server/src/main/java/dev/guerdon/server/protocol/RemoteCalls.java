package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.RpcCall.RpcException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Meaning of the methods of the protocol in a session of an environment, on whatever transport they come. */
final class RemoteCalls {

    private RemoteCalls() {}

    /**
     * The tools as {@code tools/list} has them.
     *
     * @param more tools that the transport adds
     */
    static Map<String, @Nullable Object> list(List<ServedTool> tools, List<ServedTool> more) {
        return new JsonMembers()
                .with(
                        "tools",
                        Stream.concat(more.stream(), tools.stream())
                                .map(tool -> tool.json("inputSchema"))
                                .toList());
    }

    /** Calls a tool, and gives the result as {@code tools/call} has it. What goes wrong in the tool is a result, too. */
    static Map<String, @Nullable Object> call(EnvironmentHandle session, RpcCall call) {
        String name = call.text("name");
        if (name.isEmpty()) {
            throw RpcException.invalidParams("expected the name of a tool as 'name', found none");
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
                case "unknown_tool" -> throw RpcException.invalidParams(String.valueOf(e.getMessage()));
                case "unknown_session", "too_many_sessions", "draining" ->
                    throw RpcException.serverError(String.valueOf(e.getMessage()));
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
        JsonMembers meta = new JsonMembers()
                .with("dev.guerdon/reward", step.reward())
                .with("dev.guerdon/done", step.step().done())
                .with("dev.guerdon/truncated", step.step().truncated());
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
        JsonMembers part = new JsonMembers().with("type", "text").with("text", text);
        return new JsonMembers().with("content", List.of(part)).with("isError", error);
    }
}
