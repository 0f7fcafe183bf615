package dev.guerdon.server.http;

import dev.guerdon.server.http.FrameReader.BrokenException;
import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.MessageSocket;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.io.ByteArrayOutputStream;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket.
 *
 * <p>The connection's own thread reads, and answers pings also while a message is being worked on: {@link MessageInbox} has another for that.
 */
final class SocketConnection implements ServerConnection, MessageSocket {

    private static final Logger LOG = System.getLogger(SocketConnection.class.getName());
    private static final int LONGEST_REASON = 123;

    private final ConnectionContext context;
    private final SocketListener listener;
    private final BodyBudget budget;
    private final long largest;
    private final WebSockets all;
    private final MessageInbox inbox;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile long lastRead = System.nanoTime();
    private volatile long writeBegan;
    private volatile long closeSent;
    private volatile @Nullable Thread reading;
    private boolean told;

    SocketConnection(
            ConnectionContext context, SocketListener listener, BodyBudget budget, long largest, WebSockets all) {
        this.context = context;
        this.listener = listener;
        this.budget = budget;
        this.largest = largest;
        this.all = all;
        this.inbox = new MessageInbox(listener);
    }

    @Override
    public void handle(Limit limit) {
        reading = Thread.currentThread();
        all.opened(this);
        try {
            inbox.open(this);
            read();
        } catch (BrokenException e) {
            close(e.code(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.DEBUG, "a WebSocket is gone", e);
        } finally {
            all.closed(this);
            over();
        }
        throw JsonResponses.closed();
    }

    /** Notifies the listener that the client is gone, once. */
    private void over() {
        if (told) {
            return;
        }
        told = true;
        inbox.close();
        try {
            listener.closed();
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, "the end of a WebSocket could not be told", e);
        }
    }

    private void read() {
        FrameReader frames = new FrameReader(context.dataReader(), System::nanoTime);
        ByteArrayOutputStream message = new ByteArrayOutputStream(0);
        List<BodyBudget.Share> shares = new ArrayList<>();
        boolean within = false;
        try {
            while (true) {
                FrameReader.Head head = frames.head();
                lastRead = System.nanoTime();
                if (head.isControl()) {
                    if (!control(head.kind(), frames.payload(head))) {
                        return;
                    }
                    continue;
                }
                if (head.kind() == FrameReader.BINARY) {
                    throw new BrokenException(FrameReader.UNSUPPORTED, "expected text, found a binary message");
                }
                if (within != (head.kind() == FrameReader.CONTINUATION)) {
                    throw new BrokenException(
                            FrameReader.PROTOCOL_ERROR,
                            within ? "a message begins within another" : "a message goes on that did not begin");
                }
                if (head.length() < 0 || head.length() + message.size() > largest) {
                    throw new BrokenException(
                            FrameReader.TOO_BIG, "a message may have at most " + largest + " bytes; send less at once");
                }
                shares.add(taken(head.length()));
                message.writeBytes(frames.payload(head));
                lastRead = System.nanoTime();
                within = !head.last();
                if (shares.size() > 10_000) {
                    throw new BrokenException(FrameReader.VIOLATION, "a message came in too many fragments");
                }
                if (head.last()) {
                    inbox.add(text(message.toByteArray()), List.copyOf(shares));
                    shares.clear();
                    message = new ByteArrayOutputStream(0);
                }
            }
        } finally {
            shares.forEach(BodyBudget.Share::close);
        }
    }

    private BodyBudget.Share taken(long length) {
        try {
            return budget.take(length);
        } catch (ServeException e) {
            throw new BrokenException(FrameReader.TRY_AGAIN, String.valueOf(e.getMessage()));
        }
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BrokenException(FrameReader.NOT_UTF8, "a text is not valid UTF-8");
        }
    }

    /** Answers a control frame; false where it ends the connection. */
    private boolean control(int kind, byte[] payload) {
        switch (kind) {
            case FrameReader.PING -> write(FrameReader.PONG, payload);
            case FrameReader.CLOSE -> {
                int code = payload.length < 2 ? 0 : ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
                boolean valid = payload.length == 0
                        || (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006)
                        || (code >= 3000 && code <= 4999);
                if (valid && payload.length > 2) {
                    String unused = text(Arrays.copyOfRange(payload, 2, payload.length));
                }
                over(); // before the client knows that it may come again
                close(valid ? FrameReader.NORMAL : FrameReader.PROTOCOL_ERROR, "");
                return false;
            }
            default -> {} // an answer to our own ping
        }
        return true;
    }

    @Override
    public void send(String text) {
        if (closeSent == 0) {
            write(FrameReader.TEXT, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close(int code, String reason) {
        if (closeSent != 0) {
            return;
        }
        byte[] why = reason.getBytes(StandardCharsets.UTF_8);
        int most = Math.min(why.length, LONGEST_REASON);
        while (most < why.length && most > 0 && (why[most] & 0xc0) == 0x80) {
            most--;
        }
        byte[] payload = new byte[2 + most];
        payload[0] = (byte) (code >>> 8);
        payload[1] = (byte) code;
        System.arraycopy(why, 0, payload, 2, most);
        write(FrameReader.CLOSE, payload);
    }

    /** Asks the client whether it is there. */
    private void ping() {
        write(FrameReader.PING, new byte[0]);
    }

    private void write(int kind, byte[] payload) {
        writing.lock();
        try {
            if (closeSent != 0) {
                return; // nothing follows a close
            }
            long now = System.nanoTime();
            writeBegan = now == 0 ? 1 : now;
            context.dataWriter().writeNow(BufferData.create(frame(kind, payload)));
            if (kind == FrameReader.CLOSE) {
                closeSent = writeBegan;
            }
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.DEBUG, "a WebSocket takes nothing more", e);
            closeSent = 1;
            end();
        } finally {
            writeBegan = 0;
            writing.unlock();
        }
    }

    private static byte[] frame(int kind, byte[] payload) {
        int head = payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10;
        ByteBuffer frame = ByteBuffer.allocate(head + payload.length);
        frame.put((byte) (0x80 | kind));
        switch (head) {
            case 2 -> frame.put((byte) payload.length);
            case 4 -> frame.put((byte) 126).putShort((short) payload.length);
            default -> frame.put((byte) 127).putLong(payload.length);
        }
        return frame.put(payload).array();
    }

    /** Pings a silent client, and ends a connection that does not close or takes nothing. */
    void look(long now, long silence, long patience) {
        long began = writeBegan;
        if (began != 0) {
            if (now - began > patience) {
                end();
            }
        } else if (closeSent != 0) {
            if (now - closeSent > patience) {
                end();
            }
        } else if (now - lastRead > silence) {
            Thread.ofVirtual().start(this::ping);
        }
    }

    /** Ends the connection at once. */
    void end() {
        Thread own = reading;
        if (own != null) {
            own.interrupt();
        }
    }

    /** Returns zero: {@link #look} ends silent connections. */
    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        end();
    }

    /**
     * The messages of a WebSocket that wait for their turn. There is a thread only while there are some, so that an idle connection costs
     * little. A client that sends more than it can hold is read no further until there is room.
     */
    static final class MessageInbox {

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

        /** Drops the waiting messages: the client is gone. */
        synchronized void close() {
            closed = true;
            waiting.forEach(message -> message.shares.forEach(BodyBudget.Share::close));
            waiting.clear();
            notifyAll();
        }
    }
}
