package dev.guerdon.stdio;

import dev.guerdon.api.GuerdonException;

/** A request that is answered with an error, which has a code for programs and a message for people. */
final class Refusal extends GuerdonException {
    private static final long serialVersionUID = 1L;

    static final String BAD_REQUEST = "bad_request";
    static final String UNKNOWN_REWARD = "unknown_reward";
    static final String UNKNOWN_ENVIRONMENT = "unknown_environment";
    static final String UNKNOWN_HANDLE = "unknown_handle";
    static final String CLOSED = "closed";
    static final String BUSY = "busy";
    static final String TOO_LARGE = "too_large";
    static final String CANCELLED = "cancelled";
    static final String PROTOCOL = "protocol";
    static final String FAILED = "failed";

    private final String code;

    Refusal(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }

    /** What is wrong with a request, whoever found it. */
    static Refusal of(GuerdonException e) {
        if (e instanceof Refusal refusal) {
            return refusal;
        }
        String message = String.valueOf(e.getMessage());
        String code = message.startsWith("there is no reward ")
                ? UNKNOWN_REWARD
                : message.startsWith("there is no environment ") ? UNKNOWN_ENVIRONMENT : BAD_REQUEST;
        return new Refusal(code, message);
    }
}
