package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON requests and answers. */
@Internal
public final class JsonResponses {

    private static final Logger LOG = System.getLogger(JsonResponses.class.getName());

    private JsonResponses() {}

    /**
     * Returns the request's body as JSON; an empty body is an empty object.
     *
     * @throws HttpException with 415 where the body says that it is something else: a page of another site can send texts and forms, but
     *     not JSON, without being asked first whether it may
     */
    public static Json body(ServerRequest request) {
        byte[] bytes = bytes(request);
        if (bytes.length == 0) {
            return new Json(Map.of());
        }
        requireJson(request);
        return JsonCodec.read(bytes, "the request body");
    }

    /** Refuses a body that says that it is something else than JSON. */
    public static void requireJson(ServerRequest request) {
        String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        if (!isJson(mediaType(request))) {
            throw new HttpException(
                    "expected a body with 'Content-Type: application/json', found "
                            + (type.isEmpty()
                                    ? "none"
                                    : "'" + (type.length() > 100 ? type.substring(0, 100) : type) + "'")
                            + "; with curl, add -H 'Content-Type: application/json'",
                    Status.UNSUPPORTED_MEDIA_TYPE_415);
        }
    }

    /** Returns the request's body as it came; the same again for who asks after another, who left the request to the next. */
    public static byte[] bytes(ServerRequest request) {
        Optional<Peeked> before = request.context().get(Peeked.class);
        if (before.isPresent()) {
            return before.get().bytes();
        }
        byte[] body = unread(request);
        request.context().register(new Peeked(body));
        return body;
    }

    private static byte[] unread(ServerRequest request) {
        try {
            if (!request.content().hasEntity()) {
                return new byte[0];
            }
            // To its end: of a length that is known, the JDK reads into an array of that length and not of 16 KiB.
            int length = Math.clamp(request.headers().contentLength().orElse(Integer.MAX_VALUE), 0, Integer.MAX_VALUE);
            return request.content().inputStream().readNBytes(length);
        } catch (RequestException | HttpException | CloseConnectionException | UncheckedIOException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            throw RequestException.builder()
                    .type(DirectHandler.EventType.BAD_REQUEST)
                    .message("the body of the request did not arrive as its headers say")
                    .cause(e)
                    .safeMessage(true)
                    .setKeepAlive(false)
                    .build();
        }
    }

    /** A body that was read, for the next handler. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Peeked(byte[] bytes) {}

    /**
     * Returns the request's body, which the next one who asks gets again: for a path that two protocols have.
     *
     * @param limit the most bytes
     */
    public static byte[] peek(ServerRequest request, long limit) {
        byte[] bytes = PackedBody.read(request, limit);
        request.context().register(new Peeked(bytes));
        return bytes;
    }

    /** Returns the first value of each parameter of a query. */
    public static Map<String, String> members(UriQuery query) {
        Map<String, String> first = new LinkedHashMap<>();
        query.names().forEach(name -> query.first(name).ifPresent(value -> first.put(name, value)));
        return first;
    }

    private static boolean isJson(String type) {
        return type.equals("application/json") || (type.startsWith("application/") && type.endsWith("+json"));
    }

    /** Returns what a request says its body is, in lower case and without parameters; empty if it says nothing. */
    public static String mediaType(ServerRequest request) {
        String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    /** Answers 200 with JSON. */
    public static void send(ServerResponse response, @Nullable Object value) {
        send(response, Status.OK_200, value);
    }

    public static void send(ServerResponse response, Status status, @Nullable Object value) {
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        // What went wrong may repeat a key; what went right is what the client asked for, byte for byte.
        Object safe = status.code() >= 400 ? SecretFilter.known().redactValue(value) : value;
        response.send(JsonCodec.write(safe).getBytes(StandardCharsets.UTF_8));
    }

    public static void sendText(ServerResponse response, Status status, String contentType, String text) {
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, contentType + "; charset=utf-8");
        response.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns what an answer says that is an error.
     *
     * @param kind a word for programs, such as {@code unknown_session}
     * @param detail what was expected, what was found and what to do
     */
    public static Map<String, @Nullable Object> error(String kind, String detail) {
        return new JsonMembers().with("detail", detail).with("error", kind);
    }

    /**
     * Ends the connection after the answer. The header {@code Connection: close} alone would make the library read a body that nobody
     * asked for as the next request.
     */
    static CloseConnectionException closed() {
        return new CloseConnectionException("the request was refused");
    }

    /** Answers an exception: bad input with 400 and the reason, anything else with 500 and no details. */
    public static void sendError(ServerRequest request, ServerResponse response, Exception e) {
        switch (e) {
            case ServeException known -> {
                if (known.retryAfter() > 0) {
                    response.header(HeaderNames.RETRY_AFTER, String.valueOf(known.retryAfter()));
                }
                send(response, Status.create(known.status()), known.answer());
            }
            case GuerdonException bad ->
                send(response, Status.BAD_REQUEST_400, error("bad_request", String.valueOf(bad.getMessage())));
            case HttpException http ->
                send(response, http.status(), Map.of("detail", String.valueOf(http.getMessage())));
            // The connection is of no more use, and an answer would be read as that of another request.
            case CloseConnectionException gone -> throw gone;
            case RequestException bad -> throw bad;
            case UncheckedIOException gone -> throw gone;
            default -> {
                LOG.log(
                        Logger.Level.WARNING,
                        "a request failed: " + request.path().path(),
                        e);
                send(
                        response,
                        Status.INTERNAL_SERVER_ERROR_500,
                        error("internal", "internal error; the server's log has it"));
            }
        }
    }

    /** Explains what goes wrong before there is a request, in JSON as well. */
    public static DirectHandlers beforeRouting() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, new Explained());
        }
        return handlers.build();
    }

    /** The library's own errors as JSON; it shows messages that say which they are, and no others. */
    private static final class Explained implements DirectHandler {

        @Override
        public TransportResponse handle(
                TransportRequest request,
                EventType event,
                Status status,
                ServerResponseHeaders headers,
                Throwable thrown,
                Logger logger) {
            boolean safe = thrown instanceof RequestException told && told.safeMessage();
            return handle(request, event, status, headers, safe ? String.valueOf(thrown.getMessage()) : "");
        }

        @Override
        public TransportResponse handle(
                TransportRequest request,
                EventType event,
                Status status,
                ServerResponseHeaders headers,
                @Nullable String message) {
            headers.set(HeaderNames.CONTENT_TYPE, "application/json");
            headers.set(HeaderNames.CONNECTION, "close");
            String detail = status.equals(Status.REQUEST_ENTITY_TOO_LARGE_413)
                    ? "the body has more than " + BodyBudget.LARGEST + " bytes; send less at once"
                    : message == null || message.isBlank()
                            ? "the request is not understood: " + status.reasonPhrase()
                            : message;
            return TransportResponse.builder()
                    .status(status)
                    .headers(headers)
                    .keepAlive(false)
                    .entity(JsonCodec.write(SecretFilter.known()
                                    .redactValue(error(status.code() == 404 ? "not_found" : "bad_request", detail)))
                            .getBytes(StandardCharsets.UTF_8))
                    .build();
        }
    }
}
