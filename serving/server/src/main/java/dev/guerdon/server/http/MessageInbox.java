package dev.guerdon.server.http;

import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.MessageSocket;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The messages of a WebSocket that wait for their turn. There is a thread only while there are some, so that an idle connection costs
 * little. Whoever sends more than it can hold is read no further until there is room.
 */
final class MessageInbox {

    private static final Logger LOG = System.getLogger(MessageInbox.class.getName());
    private static final int MOST = 16;

    private record Message(Runnable told, List<BodyBudget.Share> shares) {}

    private final SocketListener listener;
    private final Deque<Message> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    MessageInbox(SocketListener listener) {
        this.listener = listener;
    }

    void open(MessageSocket socket) {
        put(new Message(() -> listener.opened(socket), List.of()));
    }

    /** Takes a message, as soon as there is room. */
    void add(String text, List<BodyBudget.Share> shares) {
        put(new Message(() -> listener.text(text), shares));
    }

    private synchronized void put(Message message) {
        boolean interrupted = false;
        while (waiting.size() >= MOST && !closed && !interrupted) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (closed || interrupted) {
            message.shares.forEach(BodyBudget.Share::close);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return;
        }
        waiting.add(message);
        if (!running) {
            running = true;
            Thread.ofVirtual().name("guerdon-websocket").start(this::work);
        }
    }

    private synchronized Optional<Message> next() {
        Message message = waiting.poll();
        notifyAll();
        if (message == null) {
            running = false;
        }
        return Optional.ofNullable(message);
    }

    private void work() {
        for (var message = next(); message.isPresent(); message = next()) {
            try {
                message.get().told.run();
            } catch (RuntimeException e) {
                LOG.log(Logger.Level.WARNING, "a message of a WebSocket failed", e);
            } finally {
                message.get().shares.forEach(BodyBudget.Share::close);
            }
        }
    }

    /** Drops what waits: nobody is there for the answers. */
    synchronized void close() {
        closed = true;
        waiting.forEach(message -> message.shares.forEach(BodyBudget.Share::close));
        waiting.clear();
        notifyAll();
    }
}
