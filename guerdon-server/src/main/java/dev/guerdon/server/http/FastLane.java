package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers the plainest requests of a connection where its bytes come in, between two requests that the library reads.
 *
 * <p>The library waits for the next request meanwhile, and sees those bytes only that this leaves to it. Whoever may not come in, or asks for
 * anything else, is left to the {@link Doorkeeper} and the library, so that there is one place that refuses.
 */
@Internal
public final class FastLane {

    /** Smaller bodies are read whatever else there is; larger ones need their share of the memory for all bodies. */
    private static final int SMALL_BODY = 16 << 10;

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private static final int LARGEST_PIECE = 64 << 10;
    private static final byte[] NONE = {};

    private final Doorkeeper door;
    private final Shortcut shortcut;

    public FastLane(Doorkeeper door, Shortcut shortcut) {
        this.door = door;
        this.shortcut = shortcut;
    }

    /** The lane of one connection. */
    Lane open(ConnectionContext context) {
        return new Lane(context);
    }

    /** One connection. Its thread alone uses it. */
    final class Lane implements AutoCloseable {
        private final ConnectionContext context;
        private final DataReader reader;
        private Shortcut.@Nullable Session session;
        private byte[] bytes = NONE;
        private int at;

        private Lane(ConnectionContext context) {
            this.context = context;
            this.reader = context.dataReader();
        }

        /**
         * Answers what it can of bytes that begin with a request, and of those that follow.
         *
         * @return the bytes that are left to the library; never empty
         */
        byte[] pass(byte[] first) {
            bytes = first;
            at = 0;
            try {
                while (next()) {
                    if (at == bytes.length) {
                        bytes = NONE;
                        reader.ensureAvailable();
                        bytes = reader.readBytes(reader.available());
                        at = 0;
                    }
                }
                return at == 0 ? bytes : Arrays.copyOfRange(bytes, at, bytes.length);
            } finally {
                bytes = NONE;
            }
        }

        /** Answers the next request; false where it is left to the library. */
        private boolean next() {
            PlainRequest request = PlainRequest.read(bytes, at, bytes.length);
            String client = request == null ? null : door.client(request, context.remotePeer());
            if (request == null || client == null) {
                return false;
            }
            if (request.length() <= SMALL_BODY) {
                return answer(request, client);
            }
            try (BodyBudget.Share memory = door.memory(request)) {
                return memory != null && answer(request, client);
            }
        }

        private boolean answer(PlainRequest request, String client) {
            int end = request.bodyFrom() + request.length();
            if (!complete(end)) {
                return false;
            }
            Shortcut.Session own = session;
            if (own == null) {
                own = shortcut.open();
                session = own;
            }
            byte[] answer = own.answer(request.path(), bytes, request.bodyFrom(), end, client, request.keepAlive());
            if (answer == null) {
                return false;
            }
            context.dataWriter().writeNow(BufferData.create(answer));
            if (!request.keepAlive()) {
                throw Responses.closed();
            }
            at = end;
            return true;
        }

        /** Waits for the rest of a body, but not for long: who sends slowly is left to those who count the time. */
        private boolean complete(int end) {
            int size = bytes.length;
            if (size >= end) {
                return true;
            }
            // The reader is empty, so the rest can be read from the socket, in as few pieces as it comes in.
            bytes = Arrays.copyOf(bytes, end);
            long began = System.nanoTime();
            while (size < end && System.nanoTime() - began < PATIENCE) {
                BufferData piece = BufferData.create(Math.min(end - size, LARGEST_PIECE));
                int read;
                try {
                    read = context.serverSocket().read(piece);
                } catch (UncheckedIOException e) {
                    throw new ServerConnectionException("the body of a request could not be read", e);
                }
                if (read <= 0) {
                    break;
                }
                size += piece.read(bytes, size, read);
            }
            if (size < end) {
                bytes = Arrays.copyOf(bytes, size);
            }
            return size == end;
        }

        @Override
        public void close() {
            if (session != null) {
                session.close();
                session = null;
            }
        }
    }
}
