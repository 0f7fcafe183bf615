package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message in JSON-RPC 2.0.
 *
 * @param id a text or a whole number; null if no answer is expected
 * @param method what is to be done; empty where the message is an answer to something
 * @param params its parameters
 */
record RpcCall(@Nullable Object id, String method, Json params) {

    /**
     * Reads a message.
     *
     * @throws RpcException if it is none
     */
    static RpcCall read(byte[] bytes) {
        Json json;
        try {
            json = JsonCodec.read(bytes, "the message");
        } catch (GuerdonException e) {
            throw new RpcException(RpcException.PARSE_ERROR, String.valueOf(e.getMessage()));
        }
        return of(json);
    }

    /** Returns the message that a JSON value is. */
    static RpcCall of(Json json) {
        if (json.isList()) {
            throw RpcException.invalidRequest("batches are not supported; send one message in each request");
        }
        if (!json.isObject()) {
            throw RpcException.invalidRequest("expected an object, found " + json.kind());
        }
        if (!"2.0".equals(json.find("jsonrpc").map(Json::value).orElse(null))) {
            throw RpcException.invalidRequest("expected \"jsonrpc\": \"2.0\"");
        }
        Object id = json.find("id").map(Json::value).orElse(null);
        if (id != null && !(id instanceof String) && !(id instanceof Integer) && !(id instanceof Long)) {
            throw RpcException.invalidRequest("expected a text or a whole number as 'id'");
        }
        Json params = json.find("params").orElse(new Json(Map.of()));
        Object method = json.find("method").map(Json::value).orElse(null);
        if (method == null
                && (json.find("result").isPresent() || json.find("error").isPresent())) {
            return new RpcCall(id, "", new Json(Map.of()));
        }
        if (!(method instanceof String text) || text.isEmpty()) {
            throw RpcException.invalidRequest("expected the name of a method as 'method'");
        }
        if (!params.isObject()) {
            throw RpcException.invalidParams("expected an object as 'params', found " + params.kind());
        }
        return new RpcCall(id, text, params);
    }

    /** Returns whether no answer is expected. */
    boolean isNotification() {
        return id == null || method.isEmpty();
    }

    /** Returns the answer with a result. */
    Map<String, @Nullable Object> answer(Map<String, @Nullable Object> result) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("result", result);
        return answer;
    }

    /** Returns the answer with an error. */
    static Map<String, @Nullable Object> answer(@Nullable Object id, RpcException error) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("error", SecretFilter.known().redactValue(error.json()));
        return answer;
    }

    private static Map<String, @Nullable Object> head(@Nullable Object id) {
        return new JsonMembers().with("jsonrpc", "2.0").with("id", id);
    }

    /** Returns a text among the parameters, or an empty one if there is none. */
    String text(String name) {
        return members().text(name).orElse("");
    }

    private MemberReader members() {
        return new MemberReader(
                params, (expected, found) -> RpcException.invalidParams("expected " + expected + ", found " + found));
    }

    /** Returns an object among the parameters, or an empty one if there is none. */
    Map<String, @Nullable Object> object(String name) {
        return members().object(name).asMap();
    }

    /** A call that cannot be answered, with JSON-RPC's code for why. */
    static final class RpcException extends GuerdonException {

        private static final long serialVersionUID = 1L;

        static final int PARSE_ERROR = -32700;
        static final int INVALID_REQUEST = -32600;
        static final int METHOD_NOT_FOUND = -32601;
        static final int INVALID_PARAMS = -32602;
        static final int INTERNAL_ERROR = -32603;
        static final int SERVER_ERROR = -32000;

        private final int code;
        private final transient Map<String, @Nullable Object> data;

        static RpcException invalidParams(String message) {
            return new RpcException(INVALID_PARAMS, message, Map.of());
        }

        static RpcException invalidRequest(String message) {
            return new RpcException(INVALID_REQUEST, message, Map.of());
        }

        static RpcException serverError(String message) {
            return new RpcException(SERVER_ERROR, message, Map.of());
        }

        RpcException(int code, String message) {
            this(code, message, Map.of());
        }

        RpcException(int code, String message, Map<String, @Nullable Object> data) {
            super(message);
            this.code = code;
            this.data = data;
        }

        int code() {
            return code;
        }

        /** Returns the error as an answer has it. */
        Map<String, @Nullable Object> json() {
            JsonMembers json = new JsonMembers().with("code", code).with("message", String.valueOf(getMessage()));
            if (!data.isEmpty()) {
                json.put("data", data);
            }
            return json;
        }
    }

    /** Meaning of the methods of the protocol in a session of an environment, on whatever transport they come. */
    static final class RemoteCalls {

        /**
         * Returns the tools as {@code tools/list} has them.
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

        /** Returns the result of a step, or of what went wrong in it. */
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
            Map<String, @Nullable Object> result =
                    content(step.step().observation().text(), false);
            // For the client, not for its model, which should not see what it is worth.
            JsonMembers meta = new JsonMembers()
                    .with("dev.guerdon/reward", step.reward())
                    .with("dev.guerdon/done", step.step().done())
                    .with("dev.guerdon/truncated", step.step().truncated());
            result.put("_meta", meta);
            return result;
        }

        /** Returns the text of a result. */
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
}
