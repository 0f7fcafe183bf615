package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scores files of JSON lines, or a table, on a cluster.
 *
 * <p>The output is a folder of parts whose order by name is the order of the input. The parts and the metrics are those of one machine,
 * to the last byte and bit. A job that ended early for whatever reason is continued by running it again.
 */
@Internal
public final class ClusterScoring {

    private final Cluster cluster;
    private final Job job;
    private final Listener listener;
    private volatile boolean cancelled;

    /**
     * Job: what is scored, and how.
     *
     * @param in files, a folder, a pattern, or the name of a table, as the cluster writes them
     * @param format how the input is stored, as the cluster names it; {@code json} for JSON lines, null to go by the names
     * @param options of the format, as the cluster names them
     * @param out the output folder
     * @param registry where the rewards come from
     * @param rewards the rewards, at least one
     * @param fallback the number to write in place of a reward that could not be computed; null writes null
     * @param deadline the time each call has
     * @param pieceSize bytes of a piece; 0 for a size that suits
     * @param pieceTime after this time the rest of a piece is cut in two and handed out again
     */
    public record Job(
            String in,
            @Nullable String format,
            Map<String, String> options,
            String out,
            Registry registry,
            List<RewardEntry> rewards,
            @Nullable Double fallback,
            Duration deadline,
            long pieceSize,
            Duration pieceTime) {

        public Job {
            rewards = List.copyOf(rewards);
            options = Map.copyOf(options);
        }
    }

    /** Follows a job. */
    public interface Listener {

        /** Called with the progress. */
        default void progress(Progress progress) {}

        /** Called with a notice for the user. */
        default void notice(String sentence) {}
    }

    /**
     * Progress of a job.
     *
     * @param counting whether lines are still counted; then nothing is scored yet
     * @param pieces how many pieces are done
     * @param allPieces how many there are, as far as is known
     * @param bytes how much of the input is done, as it is stored
     * @param allBytes how much there is; 0 if it is unknown
     * @param lines how many lines are done
     * @param unscored how many of them have a reward that could not be computed
     * @param mean the mean of the first reward in what was done now; NaN before the first
     */
    public record Progress(
            boolean counting,
            long pieces,
            long allPieces,
            long bytes,
            long allBytes,
            long lines,
            long unscored,
            double mean) {}

    /**
     * Result of a job.
     *
     * @param finished whether all of it is done
     * @param earlier whether an earlier run had finished it already
     * @param lines how many lines the parts have
     * @param unscored how many of them have a reward that could not be computed
     * @param badLines how many of them are at fault themselves
     * @param metrics the figures by name, of what is done
     * @param failures what could not be done, a sentence each
     */
    public record End(
            boolean finished,
            boolean earlier,
            long lines,
            long unscored,
            long badLines,
            Map<String, Object> metrics,
            List<String> failures) {}

    /**
     * @param cluster does the work; stays open
     */
    public ClusterScoring(Cluster cluster, Job job, Listener listener) {
        this.cluster = cluster;
        this.job = job;
        this.listener = listener;
    }

    /** Asks the job to stop soon. What is done is kept. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Does what is left of the job.
     *
     * @throws GuerdonException if the input cannot be read, or the output folder belongs to another job
     */
    public End run() throws IOException, InterruptedException {
        ScoringInput input = ScoringInput.of(cluster, job.in, job.format, job.options);
        OutFolder out = OutFolder.of(cluster.store(), job.out);
        return new ScoringRun(cluster, job, input, out, listener, () -> cancelled).run();
    }
}
