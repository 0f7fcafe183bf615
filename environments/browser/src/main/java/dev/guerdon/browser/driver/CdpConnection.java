package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import dev.guerdon.browser.view.CdpValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread's part of the pipe: it sends commands, and handles answers and events while it waits.
 *
 * <p>Only {@link #deliver} and {@link #end} are for other threads.
 */
final class CdpConnection {

    static final String GONE = "Target page, context or browser has been closed";

    /** Says that an answer was dropped. */
    static final String TOO_LARGE = "the browser's answer is too large";

    /** Says that a page went away while it was asked. */
    static final String CONTEXT_GONE = "Execution context was destroyed, most likely because of a navigation";

    private static final List<String> LOST_FRAME =
            List.of("Frame with the given id was not found", "No frame for given id found");

    private static final List<String> LOST_CONTEXT = List.of(
            "Cannot find context with specified id",
            "Execution context was destroyed",
            "Inspected target navigated or closed",
            "Could not find object with given id",
            "Could not find node with given id",
            "No node with given id found",
            "Node with given id does not belong to the document");

    private static final Message END = new Message(-1, "", "", Map.of(), GONE);

    private final ChromiumPipe pipe;
    private final LinkedBlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final Map<Integer, Message> answers = new HashMap<>();
    private final Set<Integer> awaited = new HashSet<>();
    private Consumer<Message> events = event -> {};
    private volatile boolean ended;

    CdpConnection(ChromiumPipe pipe) {
        this.pipe = pipe;
    }

    ChromiumPipe pipe() {
        return pipe;
    }

    void onEvent(Consumer<Message> listener) {
        events = listener;
    }

    void deliver(Message message) {
        inbox.add(message);
    }

    /** Makes whatever waits on this wire fail. */
    void end() {
        ended = true;
        inbox.add(END);
    }

    /** A moment until which to wait. */
    record Deadline(long nanos) {

        static final Deadline NEVER = new Deadline(Long.MAX_VALUE);

        static Deadline in(double millis) {
            return new Deadline(System.nanoTime() + Math.round(millis * 1e6));
        }

        long left() {
            return this.equals(NEVER) ? Long.MAX_VALUE : nanos - System.nanoTime();
        }

        boolean isOver() {
            return left() <= 0;
        }
    }

    /** A command that was sent and not answered yet. */
    record Sent(int number, String method) {}

    /** Sends a command, for an answer that is awaited later. */
    Sent post(String session, String method, Map<String, ? extends @Nullable Object> parameters) {
        requireOpen();
        int number = pipe.send(this, session, method, parameters);
        awaited.add(number);
        return new Sent(number, method);
    }

    /** Sends a command without waiting for its answer. */
    void tell(String session, String method, Map<String, ? extends @Nullable Object> parameters) {
        requireOpen();
        pipe.send(this, session, method, parameters);
    }

    private void requireOpen() {
        if (ended) {
            throw new PageException(Kind.CLOSED, GONE);
        }
    }

    /** Returns the answer to a command. */
    Map<String, @Nullable Object> await(Sent sent, Deadline deadline) {
        return await(sent, deadline, () -> false);
    }

    /**
     * Returns the answer to a command.
     *
     * @param gone whether there will be none, because what it was sent to is gone
     */
    Map<String, @Nullable Object> await(Sent sent, Deadline deadline, BooleanSupplier gone) {
        try {
            if (!until(() -> answers.containsKey(sent.number()) || gone.getAsBoolean(), deadline)) {
                throw new PageException(Kind.TIMEOUT, "no answer to " + sent.method());
            }
        } finally {
            awaited.remove(sent.number());
        }
        Message answer = answers.remove(sent.number());
        if (answer == null || answer.error() != null) {
            throw failure(sent.method(), answer == null ? GONE : String.valueOf(answer.error()));
        }
        return answer.content();
    }

    boolean hasAnswered(Sent sent) {
        return answers.containsKey(sent.number());
    }

    /** Waits no more for an answer. */
    void forget(Sent sent) {
        awaited.remove(sent.number());
        answers.remove(sent.number());
    }

    private static PageException failure(String method, String error) {
        if (error.contains("Session with given id not found") || error.contains("Target closed")) {
            return new PageException(Kind.CLOSED, GONE);
        }
        if (error.equals(TOO_LARGE)) {
            return new PageException(Kind.TOO_LARGE, error + " (" + method + ")");
        }
        if (LOST_FRAME.stream().anyMatch(error::contains)) {
            return new PageException(Kind.REFUSED, "Frame was detached");
        }
        return new PageException(
                Kind.REFUSED,
                LOST_CONTEXT.stream().anyMatch(error::contains)
                        ? CONTEXT_GONE
                        : "Protocol error (" + method + "): " + error);
    }

    /** Handles what comes until a condition holds: true, or false where the time is over before. */
    boolean until(BooleanSupplier condition, Deadline deadline) {
        while (true) {
            for (Message next = inbox.poll(); next != null; next = inbox.poll()) {
                hear(next);
            }
            if (condition.getAsBoolean()) {
                return true;
            }
            requireOpen();
            long left = deadline.left();
            if (left <= 0) {
                return false;
            }
            try {
                Message next = inbox.poll(left, TimeUnit.NANOSECONDS);
                if (next != null) {
                    hear(next);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PageException(Kind.CLOSED, "interrupted while waiting for the browser", List.of(), e);
            }
        }
    }

    private void hear(Message message) {
        if (message.id() < 0) {
            return;
        }
        if (message.id() == 0) {
            events.accept(message);
        } else if (awaited.contains(message.id())) {
            answers.put(message.id(), message);
        }
    }

    /**
     * Message from the browser: an answer to a command, or an event.
     *
     * @param id the number of the command; 0 for an event
     * @param session the session it came from; empty for the browser's own
     * @param method the event; empty for an answer
     * @param content the answer's result or the event's parameters
     * @param error why a command failed; null where it did not
     */
    record Message(
            int id,
            String session,
            String method,
            Map<String, @Nullable Object> content,
            @Nullable String error) {

        static Message of(Map<String, @Nullable Object> raw) {
            Map<String, @Nullable Object> content =
                    CdpValues.object(raw.containsKey("method") ? raw.get("params") : raw.get("result"));
            Object error = raw.get("error");
            return new Message(
                    raw.get("id") instanceof Number id ? id.intValue() : 0,
                    CdpValues.text(raw.get("sessionId")),
                    CdpValues.text(raw.get("method")),
                    content,
                    error == null
                            ? null
                            : CdpValues.text(CdpValues.object(error).get("message")));
        }

        String text(String name) {
            return CdpValues.text(content.get(name));
        }

        Map<String, @Nullable Object> object(String name) {
            return CdpValues.object(content.get(name));
        }
    }
}
