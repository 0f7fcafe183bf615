package dev.guerdon.cli.pieces;

import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.EngineOpener.JobDescription;
import dev.guerdon.cli.pieces.ScoringInput.Source;
import dev.guerdon.cli.pieces.ScoringPlan.Span;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Does the pieces of a score job in one process.
 *
 * <p>A piece computes on one thread, because a cluster hands out as many pieces as it has cores. Scorers are kept and used again: one
 * may have worker processes.
 */
final class ScoreEngine implements PieceEngine {

    /** Its name in the description of a job. */
    public static final String NAME = "score";

    /**
     * Specification that the pieces of a score job have in common.
     *
     * @param rewards the names of the rewards, with their options and the fields they read
     * @param fallback the number to write in place of a reward that could not be computed; null writes null
     * @param deadline the time each call has
     * @param isolation which rewards run in worker processes, as it was saved
     * @param tries the folder for what tries write
     * @param pieceTime after this time a piece ends early; its rest is handed out again
     */
    record Spec(
            List<String> rewards,
            @Nullable Double fallback,
            Duration deadline,
            Map<String, Object> isolation,
            String tries,
            Duration pieceTime) {}

    private final Spec spec;
    private final Plugins plugins;
    private final List<RewardEntry> rewards;
    private final ConcurrentLinkedDeque<Scorer> free = new ConcurrentLinkedDeque<>();
    private final ConcurrentLinkedDeque<Scorer> all = new ConcurrentLinkedDeque<>();
    private final ScheduledExecutorService clock;
    private volatile boolean closed;

    private ScoreEngine(Spec spec, Plugins plugins, List<RewardEntry> rewards) {
        this.spec = spec;
        this.plugins = plugins;
        this.rewards = rewards;
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("guerdon-piece-clock").factory());
        timer.setRemoveOnCancelPolicy(true);
        this.clock = timer;
    }

    /**
     * Opens an engine.
     *
     * @param description what the job says
     * @param folder for the code that was shipped with it
     */
    public static ScoreEngine open(JobDescription description, ClusterJob job, Path folder) throws IOException {
        Spec spec = PieceCodec.record(description.spec(), Spec.class);
        Plugins plugins =
                Plugins.unpack(job.files(), folder.resolve("code"), Isolation.restore(new Json(spec.isolation)));
        try {
            Registry registry = plugins.registry();
            List<RewardEntry> rewards =
                    spec.rewards().stream().map(registry::reward).toList();
            return new ScoreEngine(spec, plugins, rewards);
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    @Override
    public byte[] work(byte[] piece, Place here) throws IOException {
        return PieceCodec.bytes(
                switch (PieceCodec.read(piece, Task.class)) {
                    case Task.Count count -> new Task.Counted(count(count, here));
                    case Task.Check check -> new Task.Checked(isSame(check, here));
                    case Task.Score score -> score(score, here);
                });
    }

    private ScoreResult score(Task.Score task, Place here) throws IOException {
        Scorer scorer = take();
        boolean whole = false;
        try {
            ScoreResult result = new ScoreTry(spec, rewards, scorer, clock, task, here).run();
            whole = true;
            return result;
        } finally {
            if (whole && !closed) {
                free.push(scorer);
            } else {
                all.remove(scorer);
                scorer.close();
            }
        }
    }

    private Scorer take() {
        Scorer scorer = free.poll();
        if (scorer == null) {
            scorer = Scorer.builder()
                    .threads(1)
                    .deadline(spec.deadline())
                    .isolated(plugins.registry())
                    .build();
            all.add(scorer);
        }
        return scorer;
    }

    private static List<Long> count(Task.Count task, Place here) throws IOException {
        if (task.source().kind() != Source.Kind.ROWS) {
            return LineCounting.between(task.places(), here.store(), task.source(), here::isCancelled);
        }
        long count = 0;
        for (Iterator<byte[]> rows = here.rows(); rows.hasNext() && !here.isCancelled(); rows.next()) {
            count++;
        }
        return List.of(count);
    }

    private static boolean isSame(Task.Check task, Place here) {
        return task.hashes().entrySet().stream()
                .allMatch(file -> here.isCancelled() || file.getValue().equals(hash(here.store(), file.getKey())));
    }

    /** Returns the hash of a file; empty if it cannot be read. */
    private static String hash(ClusterStore store, String address) {
        MessageDigest digest = Sha256.digest();
        try (InputStream in = store.open(address, 0)) {
            byte[] buffer = new byte[1 << 17];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return Sha256.hex(digest);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        all.forEach(Scorer::close);
        plugins.close();
    }

    /** Task to be done with a piece. */
    sealed interface Task {

        /**
         * Counts the ends of lines between neighbouring places of a file, or the rows of a partition.
         *
         * @param places bytes of the file, ascending; none for rows
         */
        record Count(Source source, List<Long> places) implements Task {

            public Count {
                places = List.copyOf(places);
            }
        }

        /**
         * Scores the lines of a span.
         *
         * @param name what its part is called, without an ending
         */
        record Score(String name, Source source, Span span) implements Task {}

        /**
         * Compares files with what was kept of them.
         *
         * @param hashes the hash of each file by its address
         */
        record Check(Map<String, String> hashes) implements Task {

            public Check {
                hashes = Map.copyOf(hashes);
            }
        }

        /**
         * Outcome of a count.
         *
         * @param counts the numbers between the places; of rows one number
         */
        record Counted(List<Long> counts) {}

        /**
         * Outcome of a check.
         *
         * @param same whether the files are what they were
         */
        record Checked(boolean same) {}
    }

    /**
     * Result of a try of a span.
     *
     * @param tryName names what it wrote below the folder of tries, without endings
     * @param end where it ended
     * @param lines how many lines its part has
     * @param badLines how many lines are at fault themselves
     * @param unscored how many lines have a reward that could not be computed
     * @param scored how many lines the first reward scored
     * @param mean the mean of the first reward; 0 if none was scored
     * @param rest what is still to do of the span
     */
    record ScoreResult(
            String tryName,
            long end,
            long lines,
            long badLines,
            long unscored,
            long scored,
            double mean,
            List<Span> rest) {

        /** The ending of the file with the scores. */
        static final String PART = ".jsonl";

        /** The ending of the file with the bad lines. */
        static final String BAD = ".bad";

        /** The ending of the marker. */
        static final String MARKER = ".json";

        ScoreResult {
            rest = List.copyOf(rest);
        }
    }
}
