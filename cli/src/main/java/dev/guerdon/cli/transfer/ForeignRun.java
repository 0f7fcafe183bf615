package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
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
     * Facts about the run as a whole, apart from its tasks.
     *
     * @param tool the tool that made it, such as {@code Inspect}
     * @param suite what was evaluated
     * @param model the model, empty if it is not said
     * @param reward the name of the score
     * @param about when it was, and how it ended
     * @param notices what a user should know of it
     */
    record About(
            String tool, String suite, String model, String reward, RunInfo.Progress about, List<String> notices) {}

    About about() throws IOException;

    /** Refuses the name of a score where the tool has no several scores to choose from. */
    default void choose(String score) throws IOException {
        throw new GuerdonException("--score chooses a score of a log of Inspect; a rollout of " + about().tool()
                + " has one reward, so leave it out");
    }

    /** Reads all episodes. */
    void read(Sink sink) throws IOException;

    @Override
    void close() throws IOException;
}
