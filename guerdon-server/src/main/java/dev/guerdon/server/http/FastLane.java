package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ConnectionContext;
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

    /** The largest body; larger ones are worth the library's way, which counts their memory. */
    static final int LARGEST_BODY = 16 << 10;

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

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
            byte[] bytes = first;
            int at = 0;
            while (true) {
                if (at == bytes.length) {
                    reader.ensureAvailable();
                    bytes = reader.readBytes(reader.available());
                    at = 0;
                }
                PlainRequest request = PlainRequest.read(bytes, at, bytes.length);
                if (request == null || request.length() > LARGEST_BODY) {
                    break;
                }
                String client = door.client(request, context.remotePeer());
                if (client == null) {
                    break;
                }
                int end = request.bodyFrom() + request.length();
                if (end > bytes.length) {
                    bytes = complete(bytes, end);
                    if (end > bytes.length) {
                        break;
                    }
                }
                if (!answer(request, Arrays.copyOfRange(bytes, request.bodyFrom(), end), client)) {
                    break;
                }
                at = end;
            }
            return at == 0 ? bytes : Arrays.copyOfRange(bytes, at, bytes.length);
        }

        private boolean answer(PlainRequest request, byte[] body, String client) {
            Shortcut.Session own = session;
            if (own == null) {
                own = shortcut.open();
                session = own;
            }
            byte[] answer = own.answer(request.path(), body, client, request.keepAlive());
            if (answer == null) {
                return false;
            }
            context.dataWriter().writeNow(BufferData.create(answer));
            if (!request.keepAlive()) {
                throw Responses.closed();
            }
            return true;
        }

        /** Waits for the rest of a body, but not for long: who sends slowly is left to those who count the time. */
        private byte[] complete(byte[] start, int end) {
            byte[] bytes = start;
            long began = System.nanoTime();
            while (bytes.length < end && System.nanoTime() - began < PATIENCE) {
                reader.ensureAvailable();
                byte[] more = reader.readBytes(reader.available());
                byte[] both = Arrays.copyOf(bytes, bytes.length + more.length);
                System.arraycopy(more, 0, both, bytes.length, more.length);
                bytes = both;
            }
            return bytes;
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
