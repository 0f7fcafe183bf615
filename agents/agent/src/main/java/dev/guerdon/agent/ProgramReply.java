package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Answer of a command-line model.
 *
 * @param session the session's id, empty where the program has none
 */
record ProgramReply(String text, String session, Usage usage, Finish finish) {

    private static final int LONGEST = 500;

    /**
     * Reads a program's output: a JSON object with {@code result}, as Claude Code writes it, or plain text.
     *
     * @param stale texts that say that a session is no longer there
     * @throws ModelException where the program failed, in the class that its text says
     */
    static ProgramReply of(String name, ProgramCall.Result result, List<String> stale, SecretFilter secrets) {
        String output = result.output().strip();
        Json json = object(name, output, result.status());
        boolean failed = json.find("is_error")
                .map(Json::value)
                .filter(Boolean.TRUE::equals)
                .isPresent();
        String text = json.isObject()
                ? json.find("result").filter(Json::isString).map(Json::asString).orElseGet(() -> errors(json))
                : output;
        if (result.status() != 0 || failed) {
            // What a program says in its answer is about the failure; beside an answer, its other stream may say
            // anything.
            boolean said =
                    (json.isObject() && !text.isBlank()) || result.errors().isBlank();
            throw failure(name, result.status(), text, result.errors(), said, stale, secrets);
        }
        if ((json.isObject() && json.find("result").isEmpty()) || text.isBlank()) {
            String subtype = json.find("subtype")
                    .filter(Json::isString)
                    .map(Json::asString)
                    .orElse("");
            throw new ModelException(
                    Kind.OTHER,
                    name + " ended without an answer" + (subtype.isEmpty() ? "" : " (" + subtype + ")")
                            + said(text.isBlank() ? result.errors() : text, secrets));
        }
        String session = json.find("session_id")
                .filter(Json::isString)
                .map(Json::asString)
                .orElse("");
        Finish finish = json.find("stop_reason")
                .or(() -> json.find("finish_reason"))
                .filter(Json::isString)
                .map(word -> Finish.of(word.asString()))
                .orElse(Finish.UNKNOWN);
        return new ProgramReply(text, session, usage(json), finish);
    }

    /**
     * Returns the object of the result: the output itself, the last element of a list of events, or the last line where each line is an event or
     * something else was written before it. Nothing where the output is plain text.
     */
    private static Json object(String name, String output, int status) {
        String lastLine = output.substring(output.lastIndexOf('\n') + 1).strip();
        if (!output.startsWith("{") && !output.startsWith("[")) {
            return parsed(lastLine).filter(ProgramReply::isResult).orElse(new Json(null));
        }
        Optional<Json> whole = parsed(output);
        if (whole.isPresent()) {
            Json json = whole.get();
            return json.isList() && !json.asList().isEmpty() ? json.asList().getLast() : json;
        }
        Optional<Json> last = parsed(lastLine).filter(ProgramReply::isResult);
        if (last.isPresent() || status != 0 || !output.startsWith("{\"")) {
            return last.orElse(new Json(null));
        }
        throw new ModelException(Kind.OTHER, name + " wrote only a part of its answer, or something after it");
    }

    private static Optional<Json> parsed(String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonCodec.read(text, "the output"));
        } catch (GuerdonException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the object reports a result; an answer may be a JSON object itself. */
    private static boolean isResult(Json json) {
        return json.isObject()
                && json.find("type")
                        .filter(Json::isString)
                        .filter(type -> type.asString().equals("result"))
                        .isPresent();
    }

    /** Returns what went wrong, if there is no result. */
    private static String errors(Json json) {
        return json.find("errors").filter(Json::isList).stream()
                .flatMap(list -> list.asList().stream())
                .filter(Json::isString)
                .map(Json::asString)
                .collect(Collectors.joining("; "));
    }

    private static ModelException failure(
            String name,
            int status,
            String text,
            String errors,
            boolean textSays,
            List<String> stale,
            SecretFilter secrets) {
        String all = (text + "\n" + errors).toLowerCase(Locale.ROOT);
        Kind kind = stale.stream().anyMatch(mark -> all.contains(mark.toLowerCase(Locale.ROOT)))
                ? Kind.STALE_SESSION
                : all.contains("timed out") || all.contains("timeout") ? Kind.TIMEOUT : Kind.OTHER;
        return new ModelException(
                kind, name + " failed with exit code " + status + said(textSays ? text : errors, secrets));
    }

    private static String said(String text, SecretFilter secrets) {
        String shown = secrets.redact(text).strip();
        return shown.isEmpty()
                ? ""
                : ": " + (shown.length() > LONGEST ? "..." + shown.substring(shown.length() - LONGEST) : shown);
    }

    /** Returns what a program says that it used. Without tokens or cost, or with some below zero, its cost is unknown. */
    private static Usage usage(Json json) {
        Json counted = json.find("usage").orElse(new Json(null));
        long input = count(counted, "input_tokens");
        long output = count(counted, "output_tokens");
        long cached = Math.max(0, count(counted, "cache_creation_input_tokens"))
                + Math.max(0, count(counted, "cache_read_input_tokens"));
        double usd = json.find("total_cost_usd")
                .filter(Json::isNumber)
                .map(Json::asDouble)
                .orElse(-1.0);
        return new Usage(1, Math.max(0, input) + cached, Math.max(0, output), usd);
    }

    /** Returns a count, or -1 if it is missing or impossible. */
    private static long count(Json usage, String name) {
        return usage.find(name)
                .map(Json::value)
                .filter(Number.class::isInstance)
                .map(number -> ((Number) number).doubleValue())
                .filter(number -> number >= 0 && number < 1e15)
                .map(Double::longValue)
                .orElse(-1L);
    }
}
