package dev.guerdon.core.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonBuffer;

/** A request that is answered with an error, which has a code for programs and a message for people. */
final class RequestRefusal extends GuerdonException {
    private static final long serialVersionUID = 1L;

    private static final String BAD_REQUEST = "bad_request";
    private static final String UNKNOWN_REWARD = "unknown_reward";
    private static final String UNKNOWN_ENVIRONMENT = "unknown_environment";
    static final String UNKNOWN_HANDLE = "unknown_handle";
    static final String CLOSED = "closed";
    static final String BUSY = "busy";
    static final String TOO_LARGE = "too_large";
    static final String CANCELLED = "cancelled";
    static final String PROTOCOL = "protocol";
    static final String FAILED = "failed";

    private final String code;

    RequestRefusal(String code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns a request that cannot be understood. */
    static RequestRefusal bad(String message) {
        return new RequestRefusal(BAD_REQUEST, message);
    }

    /** Returns the answer: the code, and the message. */
    JsonBuffer json() {
        return new JsonBuffer(512)
                .raw("{\"error\":")
                .string(code)
                .raw(",\"message\":")
                .string(String.valueOf(getMessage()))
                .raw("}");
    }

    /** Returns the refusal for an exception of any part of the engine. */
    static RequestRefusal of(GuerdonException e) {
        if (e instanceof RequestRefusal refusal) {
            return refusal;
        }
        String message = String.valueOf(e.getMessage());
        String code = message.startsWith("there is no reward ")
                ? UNKNOWN_REWARD
                : message.startsWith("there is no environment ") ? UNKNOWN_ENVIRONMENT : BAD_REQUEST;
        return new RequestRefusal(code, message);
    }
}
