package dev.guerdon.agent.model;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Puts what went wrong with a provider into a class, and into a sentence without secrets.
 *
 * @param model names the model in messages
 */
record ChatFailure(String model, SecretFilter secrets) {

    private static final int SHOWN = 100;

    /** Names under which providers have what their model said. */
    private static final List<String> REPLIES = List.of("choices", "content", "message");

    private static final int LONGEST = 500;

    /** How servers say that a conversation does not fit into their model. */
    private static final Pattern TOO_LONG =
            Pattern.compile("(?i)context[ _](?:size|length|window)|maximum context|prompt is too long|too many tokens");

    /** A page of HTML, with its title if it has one near its beginning. */
    private static final Pattern HTML =
            Pattern.compile("(?is)\\A\\s*<(?:!doctype|html|head)\\b(?:.{0,2000}?<title>(.{1,80}?)</title>)?");

    /** Tells what an exception means that came out of the library, which may have wrapped one of these. */
    ModelException of(RuntimeException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case ModelException known -> {
                    return known;
                }
                case JacksonException broken -> {
                    return failure(Kind.SERVER_ERROR, unreadable(broken));
                }
                default -> {}
            }
        }
        return failure(Kind.OTHER, "failed: " + problem.getMessage());
    }

    /**
     * Tells why no answer came. Asking again is of use only where the server answered before, and may be starting again; an address that
     * never answered is wrong, or its server is not started.
     */
    ModelException unanswered(URI address, Throwable failure, boolean answeredBefore) {
        switch (failure) {
            case InterruptedException interrupted -> {
                Thread.currentThread().interrupt();
                return failure(Kind.CANCELLED, "was interrupted");
            }
            case TimeoutException late -> {
                return failure(Kind.TIMEOUT, "gave no answer in time");
            }
            case HttpTimeoutException late -> {
                return failure(Kind.TIMEOUT, "gave no answer in time");
            }
            default -> {}
        }
        String server = address.getScheme() + "://" + address.getHost()
                + (address.getPort() < 0 ? "" : ":" + address.getPort());
        String reason = switch (failure) {
            case ConnectException unknown
            when unknown.getCause() instanceof UnresolvedAddressException ->
                "no machine has the name '" + address.getHost() + "'; is the address " + server
                        + " right, and is the network there?";
            case ConnectException refused ->
                "nothing listens at " + server + "; is the server started, and is the address right?";
            case SSLException broken when broken.getCause() instanceof SocketException -> "";
            case SSLException insecure ->
                "no secure connection to " + server + " (" + insecure.getMessage()
                        + "); does the server speak https there, and is its certificate trusted?";
            default -> "";
        };
        if (!reason.isEmpty()) {
            return failure(answeredBefore ? Kind.SERVER_ERROR : Kind.OTHER, "cannot be reached: " + reason);
        }
        return failure instanceof IOException
                ? failure(
                        Kind.SERVER_ERROR,
                        "broke the connection" + (failure.getMessage() == null ? "" : ": " + failure.getMessage()))
                : failure(Kind.OTHER, "failed: " + failure);
    }

    private static String unreadable(JacksonException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof StreamConstraintsException) {
                return "answered with more text than can be read";
            }
            if (cause instanceof StreamReadException) {
                return "answered with broken JSON";
            }
        }
        return "answered with JSON of another shape than a chat's";
    }

    /** Tells that a provider answered with something other than success. */
    ModelException refused(int status, String body, HttpHeaders headers) {
        Kind kind = kind(status, body);
        Duration retryAfter = headers.firstValue("retry-after-ms")
                .map(value -> number(value, 1e6))
                .or(() -> headers.firstValue("retry-after").map(ChatFailure::pause))
                .orElse(Duration.ZERO);
        return new ModelException(
                kind,
                model + " answered with status " + status + ": " + clean(reason(body))
                        + advice(
                                kind,
                                status,
                                body,
                                headers.firstValue("location").orElse("")),
                retryAfter);
    }

    /** Returns what to do about it, if that is known. */
    private static String advice(Kind kind, int status, String body, String location) {
        if (kind == Kind.AUTHENTICATION) {
            return "; check the API key in the environment";
        }
        if (status == 404) {
            return "; check the address (many end in /v1) and the name of the model";
        }
        if (status < 400 && !location.isEmpty()) {
            return "; it points to " + location + "; use that address";
        }
        return kind == Kind.BAD_REQUEST && TOO_LONG.matcher(body).find()
                ? "; show the model less, such as --set axtree_limit=8000 or --set fold_tokens=4000"
                : "";
    }

    /** Returns the pause that a header asks for, in seconds or as a date. */
    public static Duration pause(String value) {
        try {
            Duration until = Duration.between(
                    ZonedDateTime.now(java.time.ZoneOffset.UTC),
                    ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME));
            return until.isNegative() ? Duration.ZERO : until;
        } catch (DateTimeException e) {
            return number(value, 1e9);
        }
    }

    private static Duration number(String value, double nanosEach) {
        try {
            double nanos = Double.parseDouble(value.strip()) * nanosEach;
            return nanos > 0 && nanos < 1e15 ? Duration.ofNanos((long) nanos) : Duration.ZERO;
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }

    static Kind kind(int status, String body) {
        if (status == 429) {
            // A used-up quota comes with the status of a rate limit, but no pause helps.
            return body.contains("insufficient_quota") ? Kind.OTHER : Kind.RATE_LIMIT;
        }
        return switch (status) {
            case 401, 403 -> Kind.AUTHENTICATION;
            case 408, 504 -> Kind.TIMEOUT;
            default -> status >= 500 ? Kind.SERVER_ERROR : Kind.BAD_REQUEST;
        };
    }

    /** Returns the sentence in an error body: OpenAI's and Anthropic's {@code error.message}, Ollama's {@code error}. */
    static String reason(String body) {
        Matcher page = HTML.matcher(body);
        if (page.find()) {
            @Nullable String title = page.group(1);
            return "a page of HTML" + (title == null ? "" : " titled '" + title.strip() + "'");
        }
        try {
            Json json = JsonCodec.read(body, "the body");
            return json.find("error")
                    .flatMap(error -> error.isString() ? json.find("error") : error.find("message"))
                    .or(() -> json.find("message"))
                    .filter(Json::isString)
                    .map(Json::asString)
                    .orElse(body);
        } catch (GuerdonException e) {
            return body.isBlank() ? "(nothing more)" : body;
        }
    }

    /**
     * Looks at the body of an answer before anyone reads it as a reply.
     *
     * <p>What begins like a JSON object and is none is left to the reader, which knows if it is broken.
     */
    void check(String type, String body) {
        String text = body.strip();
        if (text.isEmpty()) {
            throw failure(Kind.SERVER_ERROR, "answered with nothing");
        }
        if (!text.startsWith("{")) {
            boolean json = text.equals("null") || text.startsWith("[") || text.startsWith("\"") || isJson(type);
            throw failure(
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
            throw failure(kind(error.get(), body), "answered with an error: " + reason(body));
        }
        throw failure(Kind.SERVER_ERROR, "answered without a message: " + beginning(text));
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

    /** Returns the kind of an error by its code, into which some gateways put the status. */
    private static Kind kind(Json error, String body) {
        int code = error.find("code")
                .map(Json::value)
                .filter(Number.class::isInstance)
                .map(number -> ((Number) number).intValue())
                .orElse(500);
        return kind(code >= 400 && code < 600 ? code : 500, body);
    }

    private static String beginning(String text) {
        String line = text.substring(0, Math.min(text.length(), 4 * SHOWN)).replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }

    private String clean(String text) {
        String shown = secrets.redact(text).strip();
        return shown.length() > LONGEST ? shown.substring(0, LONGEST) + "..." : shown;
    }

    private ModelException failure(Kind kind, String what) {
        return new ModelException(kind, model + " " + clean(what));
    }
}
