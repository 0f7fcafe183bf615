package dev.guerdon.server.mcp;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that cannot be answered, with JSON-RPC's code for why. */
@Internal
public final class RpcException extends GuerdonException {

    private static final long serialVersionUID = 1L;

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int SERVER_ERROR = -32000;

    private final int code;
    private final transient Map<String, @Nullable Object> data;

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
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("code", code);
        json.put("message", String.valueOf(getMessage()));
        if (!data.isEmpty()) {
            json.put("data", data);
        }
        return json;
    }
}
