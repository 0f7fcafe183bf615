package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.ServeException;
import java.util.ArrayDeque;
import java.util.HashMap;
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
}
