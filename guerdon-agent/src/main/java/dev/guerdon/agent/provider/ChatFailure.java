package dev.guerdon.agent.provider;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts what went wrong with a provider into a class, and into a sentence without secrets. */
final class ChatFailure {

    private static final int LONGEST = 500;

    /** How servers say that a conversation does not fit into their model. */
    private static final Pattern TOO_LONG =
            Pattern.compile("(?i)context[ _](?:size|length|window)|maximum context|prompt is too long|too many tokens");

    /** A page of HTML, with its title where it has one near its beginning. */
    private static final Pattern HTML =
            Pattern.compile("(?is)\\A\\s*<(?:!doctype|html|head)\\b(?:.{0,2000}?<title>(.{1,80}?)</title>)?");

    private ChatFailure() {}

    static ModelException of(String model, RuntimeException problem, Secrets secrets) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case ModelException known -> {
                    return known;
                }
                case HttpRefusal refusal -> {
                    return refused(model, refusal, secrets);
                }
                case OddAnswer odd -> {
                    return failure(odd.kind(), model, clean(String.valueOf(odd.getMessage()), secrets));
                }
                case InterruptedException interrupted -> {
                    Thread.currentThread().interrupt();
                    return failure(Kind.CANCELLED, model, "was interrupted");
                }
                case TimeoutException late -> {
                    return failure(Kind.TIMEOUT, model, "gave no answer in time");
                }
                case HttpTimeoutException late -> {
                    return failure(Kind.TIMEOUT, model, "gave no answer in time");
                }
                case ConnectException unreachable -> {
                    return failure(
                            Kind.SERVER_ERROR,
                            model,
                            "cannot be reached; is the server running, and is the address right?");
                }
                case JacksonException broken -> {
                    return failure(Kind.SERVER_ERROR, model, unreadable(broken));
                }
                case IOException broken -> {
                    return failure(
                            Kind.SERVER_ERROR, model, "broke the connection: " + clean(broken.toString(), secrets));
                }
                default -> {}
            }
        }
        return failure(Kind.OTHER, model, "failed: " + clean(String.valueOf(problem.getMessage()), secrets));
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

    private static ModelException refused(String model, HttpRefusal refusal, Secrets secrets) {
        int status = refusal.statusCode();
        String body = String.valueOf(refusal.getMessage());
        Kind kind = kind(status, body);
        return new ModelException(
                kind,
                model + " answered with status " + status + ": " + clean(reason(body), secrets)
                        + advice(kind, refusal, body),
                refusal.retryAfter());
    }

    /** What to do about it, where that is known. */
    private static String advice(Kind kind, HttpRefusal refusal, String body) {
        if (kind == Kind.AUTHENTICATION) {
            return "; check the API key in the environment";
        }
        if (refusal.statusCode() == 404) {
            return "; check the address (many end in /v1) and the name of the model";
        }
        if (refusal.statusCode() < 400 && !refusal.location().isEmpty()) {
            return "; it points to " + refusal.location() + "; use that address";
        }
        return kind == Kind.BAD_REQUEST && TOO_LONG.matcher(body).find()
                ? "; show the model less, such as --set axtree_limit=8000 or --set fold_tokens=4000"
                : "";
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

    /** The sentence in an error body: OpenAI's and Anthropic's {@code error.message}, Ollama's {@code error}. */
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

    private static String clean(String text, Secrets secrets) {
        String shown = secrets.redact(text).strip();
        return shown.length() > LONGEST ? shown.substring(0, LONGEST) + "..." : shown;
    }

    private static ModelException failure(Kind kind, String model, String what) {
        return new ModelException(kind, model + " " + what, Duration.ZERO);
    }
}
