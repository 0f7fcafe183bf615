package dev.guerdon.agent.provider;

import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.util.List;
import java.util.Optional;

/** A provider said that all went well, and answered with something that is no reply of a model. */
final class OddAnswer extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int SHOWN = 100;

    /** Where providers have what their model said. */
    private static final List<String> REPLIES = List.of("choices", "content", "message");

    private final Kind kind;

    private OddAnswer(Kind kind, String what) {
        super(what);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /**
     * Looks at the body of an answer before anyone reads it as a reply.
     *
     * <p>What begins like a JSON object and is none is left to the reader, which knows where it is broken.
     */
    static void check(String type, String body) {
        String text = body.strip();
        if (text.isEmpty()) {
            throw new OddAnswer(Kind.SERVER_ERROR, "answered with nothing");
        }
        if (!text.startsWith("{")) {
            boolean json = text.equals("null") || text.startsWith("[") || text.startsWith("\"") || isJson(type);
            throw new OddAnswer(
                    Kind.SERVER_ERROR,
                    "answered with something other than JSON" + (json ? " of a chat" : "") + " ("
                            + (type.isEmpty() ? "" : type + ": ") + beginning(text)
                            + "); is the address right?");
        }
        Json json;
        try {
            json = JsonCodec.read(text, "the answer");
        } catch (GuerdonException e) {
            return;
        }
        if (hasReply(json)) {
            return;
        }
        Optional<Json> error = json.find("error").filter(value -> !value.isNull());
        if (error.isPresent()) {
            throw new OddAnswer(kind(error.get(), body), "answered with an error: " + ChatFailure.reason(body));
        }
        throw new OddAnswer(Kind.SERVER_ERROR, "answered without a message: " + beginning(text));
    }

    private static boolean isJson(String type) {
        return type.contains("json");
    }

    private static boolean hasReply(Json json) {
        Optional<Json> choices = json.find("choices").filter(Json::isList);
        if (choices.isPresent()) {
            return choices.get().asList().stream()
                    .findFirst()
                    .filter(Json::isObject)
                    .flatMap(choice -> choice.find("message"))
                    .filter(Json::isObject)
                    .isPresent();
        }
        return REPLIES.stream()
                .anyMatch(
                        name -> json.find(name).filter(value -> !value.isNull()).isPresent());
    }

    /** Some gateways put the status into the error. */
    private static Kind kind(Json error, String body) {
        int code = error.find("code")
                .map(Json::value)
                .filter(Number.class::isInstance)
                .map(number -> ((Number) number).intValue())
                .orElse(500);
        return ChatFailure.kind(code >= 400 && code < 600 ? code : 500, body);
    }

    private static String beginning(String text) {
        String line = text.substring(0, Math.min(text.length(), 4 * SHOWN)).replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }
}
