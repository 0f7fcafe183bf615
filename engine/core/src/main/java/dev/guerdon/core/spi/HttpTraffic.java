package dev.guerdon.core.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.nio.file.Path;
import java.util.Optional;

/** Records the HTTP traffic of environments and tools, and replays it. For modules that reach the network. */
@Experimental
@Extension.Kind("http-traffic")
public interface HttpTraffic extends Extension {

    /**
     * Choice between recording and replaying.
     *
     * @param record where it is recorded
     * @param replay where it is replayed from; then nothing is asked of the network
     * @param pages whether what browsers load is recorded, too
     * @param inClear whether cookies and secrets are kept as they are
     */
    record Wish(Optional<Path> record, Optional<Path> replay, boolean pages, boolean inClear) {}

    /** The time during which traffic is recorded or replayed. */
    interface Session extends AutoCloseable {

        @Override
        void close();
    }

    /** Records or replays from now on, until the session is closed. */
    Session begin(Wish wish);
}
