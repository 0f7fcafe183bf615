package dev.guerdon.cluster;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Durations;
import dev.guerdon.cluster.piece.ScoreSpec;
import dev.guerdon.cluster.scoring.Figures;
import dev.guerdon.cluster.scoring.Input;
import dev.guerdon.cluster.scoring.ScoringRun;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.core.JobIdentity;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scores files of JSON lines, or a table, on a cluster.
 *
 * <p>The output is a folder of parts whose order by name is the order of the input. The parts and the metrics are those of one machine,
 * to the last byte and bit. A job that ended early for whatever reason is continued by running it again.
 */
@Experimental
public final class ClusterScoring {

    private final Cluster cluster;
    private final Job job;
    private final Listener listener;
    private volatile boolean cancelled;

    /**
     * What is scored, and how.
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
            if (rewards.isEmpty()) {
                throw new GuerdonException("a score job needs at least one reward");
            }
            if (pieceSize < 0) {
                throw new GuerdonException("the size of pieces must not be negative, found " + pieceSize);
            }
            if (pieceTime.isNegative() || pieceTime.isZero()) {
                throw new GuerdonException("the time of a piece must be more than nothing, found " + pieceTime);
            }
        }
    }

    /** Follows a job. */
    public interface Listener {

        /** Told what is done. */
        default void progress(Progress progress) {}

        /** Told what a user should know. */
        default void notice(String sentence) {}
    }

    /**
     * How far a job is.
     *
     * @param counting whether lines are still counted; then nothing is scored yet
     * @param pieces how many pieces are done
     * @param allPieces how many there are, as far as is known
     * @param bytes how much of the input is done, as it is stored
     * @param allBytes how much there is; 0 where nobody knows
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
     * What a job came to.
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
     * @throws GuerdonException where the input cannot be read, or the output folder belongs to another job
     */
    public End run() throws IOException, InterruptedException {
        Input input = Input.of(cluster, job.in, job.format, job.options);
        ScoringRun run = new ScoringRun(
                cluster,
                out(),
                input,
                identity(input),
                job.rewards.stream().map(RewardEntry::label).toList(),
                job.pieceSize,
                new ScoringRun.Follower() {
                    @Override
                    public void progress(
                            boolean counting,
                            long pieces,
                            long allPieces,
                            long bytes,
                            long allBytes,
                            long lines,
                            long unscored,
                            double mean) {
                        listener.progress(
                                new Progress(counting, pieces, allPieces, bytes, allBytes, lines, unscored, mean));
                    }

                    @Override
                    public void notice(String sentence) {
                        listener.notice(sentence);
                    }
                },
                () -> cancelled);
        ScoringRun.End end = run.run(() -> cluster.begin(shipped(run.tries())));
        Figures figures = end.figures();
        return new End(
                end.finished(),
                end.earlier(),
                figures.lines(),
                figures.unscored(),
                figures.badLines(),
                figures.metrics(),
                end.failures());
    }

    /** In full: executors have other working folders. */
    private String out() {
        try {
            return cluster.store().whole(job.out);
        } catch (IOException e) {
            throw new GuerdonException("the output folder " + job.out + " cannot be used: " + e.getMessage(), e);
        }
    }

    private JobIdentity identity(Input input) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("input", input.name());
        settings.put(
                "rewards",
                String.join(",", job.rewards.stream().map(RewardEntry::name).toList()));
        settings.put("fallback", String.valueOf(job.fallback));
        settings.put("deadline", Durations.exact(job.deadline));
        return JobIdentity.of(settings, job.rewards, job.registry.path());
    }

    private dev.guerdon.cluster.spi.Job shipped(String tries) {
        ScoreSpec spec = new ScoreSpec(
                job.rewards.stream().map(RewardEntry::name).toList(),
                job.fallback,
                job.deadline,
                job.registry.isolation(),
                tries,
                job.pieceTime);
        return new dev.guerdon.cluster.spi.Job(spec.toBytes(), Plugins.pack(job.registry));
    }
}
