package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.JsonMembers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message in JSON-RPC 2.0.
 *
 * @param id a text or a whole number; null where nobody waits for an answer
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

    /** The message that a JSON value is. */
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

    /** Returns whether nobody waits for an answer. */
    boolean isNotification() {
        return id == null || method.isEmpty();
    }

    /** The answer with a result. */
    Map<String, @Nullable Object> answer(Map<String, @Nullable Object> result) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("result", result);
        return answer;
    }

    /** The answer with an error. */
    static Map<String, @Nullable Object> answer(@Nullable Object id, RpcException error) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("error", SecretFilter.known().redactValue(error.json()));
        return answer;
    }

    private static Map<String, @Nullable Object> head(@Nullable Object id) {
        return new JsonMembers().with("jsonrpc", "2.0").with("id", id);
    }

    /** A text among the parameters; empty if there is none. */
    String text(String name) {
        Json value = params.find(name).orElse(new Json(""));
        if (!value.isString()) {
            throw RpcException.invalidParams("expected a text as '" + name + "', found " + value.kind());
        }
        return value.asString();
    }

    /** An object among the parameters; an empty one if there is none. */
    Map<String, @Nullable Object> object(String name) {
        Json value = params.find(name).filter(found -> !found.isNull()).orElse(new Json(Map.of()));
        if (!value.isObject()) {
            throw RpcException.invalidParams("expected an object as '" + name + "', found " + value.kind());
        }
        return value.asMap();
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

        /** The error as an answer has it. */
        Map<String, @Nullable Object> json() {
            JsonMembers json = new JsonMembers().with("code", code).with("message", String.valueOf(getMessage()));
            if (!data.isEmpty()) {
                json.put("data", data);
            }
            return json;
        }
    }
}
