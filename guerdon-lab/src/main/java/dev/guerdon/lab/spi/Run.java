package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.nio.file.Path;
import java.util.List;

/**
 * A stored run, opened to be read; also while it is still being written.
 *
 * <p>The episodes are read at once and kept; what was said in them is read on demand.
 */
@Experimental
public interface Run extends AutoCloseable {

    RunInfo info();

    Path folder();

    /** The finished episodes, by task in planned order, then by repeat. */
    List<Episode> episodes();

    /** What happened in an episode of this run. */
    EpisodeDetail detail(Episode episode);

    /** The key figures. */
    default KeyMetrics metrics() {
        return KeyMetrics.of(episodes());
    }

    @Override
    void close();
}
