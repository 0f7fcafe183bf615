package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Calls of tools, which run whether or not their client stays.
 *
 * <p>A client whose connection broke asks again with the call's id and gets the answer of that call; the tool does not run twice. Answers are
 * kept for a minute, and fewer where they are many or long.
 */
final class ToolCalls {

    private static final int MOST_OF_A_SESSION = 32;
    private static final int MOST_KEPT = 10_000;
    private static final long MOST_CHARACTERS = 32L << 20;
    private static final long LINGER = TimeUnit.SECONDS.toNanos(60);
    private static final long BEAT_SECONDS = 10;

    private final LongSupplier clock;
    private final Map<String, Call> calls = new HashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Queue<Call> ended = new ArrayDeque<>();
    private long characters;

    ToolCalls(LongSupplier clock) {
        this.clock = clock;
    }

    /** A call of a session. */
    private static final class Call {
        private final String id = UUID.randomUUID().toString().replace("-", "");
        private final String session;
        private final CompletableFuture<String> answer = new CompletableFuture<>();
        private long size;
        private long end;

        private Call(String session) {
            this.session = session;
        }
    }

    /**
     * Starts a call.
     *
     * @param session whose it is; no other session gets its answer
     * @return its id
     * @throws ServeException with 429 where the session has too many under way
     */
    String start(String session, Supplier<String> work) {
        Call call = new Call(session);
        synchronized (this) {
            forget();
            if (running.getOrDefault(session, 0) >= MOST_OF_A_SESSION) {
                throw new ServeException(
                                429, "too_many_calls", MOST_OF_A_SESSION + " calls of this session are under way")
                        .retryAfter(1);
            }
            running.merge(session, 1, Integer::sum);
            calls.put(call.id, call);
        }
        Thread unused = Thread.ofVirtual().name("guerdon-ors-call").start(() -> run(call, work));
        return call.id;
    }

    private void run(Call call, Supplier<String> work) {
        String answer = "";
        Throwable failed = null;
        try {
            answer = work.get();
        } catch (Throwable e) {
            failed = e;
        }
        synchronized (this) {
            running.computeIfPresent(call.session, (name, count) -> count > 1 ? count - 1 : null);
            call.size = answer.length();
            call.end = clock.getAsLong();
            characters += call.size;
            ended.add(call);
            forget();
        }
        if (failed == null) {
            call.answer.complete(answer);
        } else {
            call.answer.completeExceptionally(failed);
        }
    }

    /** Drops answers that were kept for long enough, or for which there is no more room. */
    private void forget() {
        long now = clock.getAsLong();
        for (Call oldest = ended.peek(); oldest != null; oldest = ended.peek()) {
            boolean isFull = ended.size() > MOST_KEPT || (characters > MOST_CHARACTERS && ended.size() > 1);
            if (!isFull && now - oldest.end < LINGER) {
                return;
            }
            ended.remove();
            characters -= oldest.size;
            calls.remove(oldest.id, oldest);
        }
    }

    /** Sends the answer of a call when it is there. */
    void follow(String session, String id, EventStream events) {
        Call call;
        synchronized (this) {
            forget();
            call = calls.get(id);
        }
        if (call == null || !call.session.equals(session)) {
            events.send("error", "unknown task_id");
            return;
        }
        events.send("task_id", id);
        while (true) {
            try {
                events.sendInChunks(call.answer.get(BEAT_SECONDS, TimeUnit.SECONDS));
                return;
            } catch (TimeoutException e) {
                events.beat();
            } catch (ExecutionException e) {
                events.send("error", words(e.getCause() == null ? e : e.getCause()));
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                events.send("error", "the server is closing");
                return;
            }
        }
    }

    private static String words(Throwable failed) {
        String message = failed instanceof GuerdonException known
                ? String.valueOf(known.getMessage())
                : "internal error; the server's log has it";
        return SecretFilter.known().redact(message).replaceAll("\\s+", " ").strip();
    }

    synchronized void clear() {
        calls.clear();
        ended.clear();
        running.clear();
        characters = 0;
    }

    /** Events of an answer that is sent piece by piece (server-sent events). */
    static final class EventStream implements AutoCloseable {

        /** The most characters of the data of one event. */
        static final int CHUNK = 4096;

        private final OutputStream out;
        private boolean gone;

        EventStream(ServerResponse response) {
            response.header(HeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
            response.header(HeaderNames.CACHE_CONTROL, "no-cache");
            response.header(HeaderNames.create("X-Accel-Buffering"), "no");
            this.out = response.outputStream();
        }

        /** Sends an event; data has no line ends. */
        void send(String event, String data) {
            write("event: " + event + "\ndata: " + data + "\n\n");
        }

        /** Shows the client that the server still works on it, and finds out whether the client is still there. */
        void beat() {
            write(": ping\n\n");
        }

        /** Sends a JSON text in chunks; the last one is the end. */
        void sendInChunks(String json) {
            List<String> chunks = chunks(json);
            for (int i = 0; i < chunks.size(); i++) {
                send(i == chunks.size() - 1 ? "end" : "chunk", chunks.get(i));
            }
        }

        /**
         * Returns a JSON text without blanks between its tokens, cut into chunks.
         *
         * <p>Clients strip white space in front of an event's data. In such a text it can only be a part of a string, if it is written
         * as an escape instead, so that no chunk begins with any. No character outside of the first plane is cut in two.
         */
        static List<String> chunks(String json) {
            List<String> chunks = new ArrayList<>();
            int from = 0;
            while (from < json.length()) {
                String start = isBlank(json.charAt(from)) ? escaped(json.charAt(from)) : "";
                int begin = from + (start.isEmpty() ? 0 : 1);
                int end = Math.min(json.length(), begin + CHUNK - start.length());
                if (end < json.length() && Character.isHighSurrogate(json.charAt(end - 1))) {
                    end--;
                }
                chunks.add(start + json.substring(begin, end));
                from = end;
            }
            return chunks;
        }

        private static boolean isBlank(char c) {
            return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
        }

        private static String escaped(char c) {
            return String.format(Locale.ROOT, "\\u%04x", (int) c);
        }

        private void write(String text) {
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException | UncheckedIOException e) {
                gone = true;
                throw gone(e);
            }
        }

        @Override
        public void close() {
            if (gone) {
                return;
            }
            try {
                out.close();
            } catch (IOException | UncheckedIOException e) {
                throw gone(e);
            }
        }

        /** Ends the connection silently: the client is gone, and it is nothing for the log. */
        private static CloseConnectionException gone(Exception e) {
            return new CloseConnectionException("the client of a stream of events is gone", e);
        }
    }
}
