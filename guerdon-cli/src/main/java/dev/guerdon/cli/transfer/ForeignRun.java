package dev.guerdon.cli.transfer;

import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.util.List;

/** A run that another tool made. It is read twice: once for its tasks and to see whether all of it can be read, once to store it. */
interface ForeignRun extends AutoCloseable {

    /** Takes the episodes one by one. */
    interface Sink {
        void take(ForeignEpisode episode) throws IOException;
    }

    /**
     * What is known of the run as a whole, apart from its tasks.
     *
     * @param tool the tool that made it, such as {@code Inspect}
     * @param suite what was evaluated
     * @param model the model, empty where it is not said
     * @param reward the name of the score
     * @param about when it was, and how it ended
     * @param notices what a user should know of it
     */
    record About(
            String tool, String suite, String model, String reward, RunInfo.Progress about, List<String> notices) {}

    About about() throws IOException;

    /** Reads all episodes. */
    void read(Sink sink) throws IOException;

    @Override
    void close() throws IOException;
}
