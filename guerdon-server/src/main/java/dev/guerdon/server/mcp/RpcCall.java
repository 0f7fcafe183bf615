package dev.guerdon.server.mcp;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message in JSON-RPC 2.0.
 *
 * @param id a text or a whole number; null where nobody waits for an answer
 * @param method what is to be done; empty where the message is an answer to something
 * @param params its parameters
 */
@Internal
public record RpcCall(@Nullable Object id, String method, Json params) {

    /**
     * Reads a message.
     *
     * @throws RpcException where it is none
     */
    public static RpcCall read(byte[] bytes) {
        Json json;
        try {
            json = JsonCodec.read(bytes, "the message");
        } catch (GuerdonException e) {
            throw new RpcException(RpcException.PARSE_ERROR, String.valueOf(e.getMessage()));
        }
        return of(json);
    }

    /** The message that a JSON value is. */
    public static RpcCall of(Json json) {
        if (json.isList()) {
            throw new RpcException(
                    RpcException.INVALID_REQUEST, "batches are not supported; send one message in each request");
        }
        if (!json.isObject()) {
            throw new RpcException(RpcException.INVALID_REQUEST, "expected an object, found " + json.kind());
        }
        if (!"2.0".equals(json.find("jsonrpc").map(Json::value).orElse(null))) {
            throw new RpcException(RpcException.INVALID_REQUEST, "expected \"jsonrpc\": \"2.0\"");
        }
        Object id = json.find("id").map(Json::value).orElse(null);
        if (id != null && !(id instanceof String) && !(id instanceof Integer) && !(id instanceof Long)) {
            throw new RpcException(RpcException.INVALID_REQUEST, "expected a text or a whole number as 'id'");
        }
        Json params = json.find("params").orElse(new Json(Map.of()));
        Object method = json.find("method").map(Json::value).orElse(null);
        if (method == null
                && (json.find("result").isPresent() || json.find("error").isPresent())) {
            return new RpcCall(id, "", new Json(Map.of()));
        }
        if (!(method instanceof String text) || text.isEmpty()) {
            throw new RpcException(RpcException.INVALID_REQUEST, "expected the name of a method as 'method'");
        }
        if (!params.isObject()) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS, "expected an object as 'params', found " + params.kind());
        }
        return new RpcCall(id, text, params);
    }

    /** Whether nobody waits for an answer. */
    public boolean isNotification() {
        return id == null || method.isEmpty();
    }

    /** The answer with a result. */
    public Map<String, @Nullable Object> answer(Map<String, @Nullable Object> result) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("result", result);
        return answer;
    }

    /** The answer with an error. */
    public static Map<String, @Nullable Object> answer(@Nullable Object id, RpcException error) {
        Map<String, @Nullable Object> answer = head(id);
        answer.put("error", Secrets.known().redactValue(error.json()));
        return answer;
    }

    private static Map<String, @Nullable Object> head(@Nullable Object id) {
        Map<String, @Nullable Object> head = new LinkedHashMap<>();
        head.put("jsonrpc", "2.0");
        head.put("id", id);
        return head;
    }

    /** A text among the parameters; empty where there is none. */
    public String text(String name) {
        Json value = params.find(name).orElse(new Json(""));
        if (!value.isString()) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS, "expected a text as '" + name + "', found " + value.kind());
        }
        return value.asString();
    }

    /** An object among the parameters; an empty one where there is none. */
    public Map<String, @Nullable Object> object(String name) {
        Json value = params.find(name).filter(found -> !found.isNull()).orElse(new Json(Map.of()));
        if (!value.isObject()) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS, "expected an object as '" + name + "', found " + value.kind());
        }
        return value.asMap();
    }
}
