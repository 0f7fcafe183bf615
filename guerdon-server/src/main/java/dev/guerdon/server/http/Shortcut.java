package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** Answers requests of the plainest form without the HTTP library: complete, and nothing unusual about them. */
@Internal
public interface Shortcut {

    /** Opens what one connection needs; used by its thread alone. */
    Session open();

    /** One connection's part. */
    interface Session extends AutoCloseable {

        /**
         * Answers a request, or leaves it to the library.
         *
         * @param path the path, without a query and without anything encoded
         * @param from where the body begins in the bytes, which nobody changes any more
         * @param to where it ends
         * @param client whose request it is
         * @return the whole answer with its head, or null where the library should answer
         */
        byte @Nullable [] answer(String path, byte[] bytes, int from, int to, String client, boolean keepAlive);

        @Override
        void close();
    }
}
