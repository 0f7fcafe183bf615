package dev.guerdon.cluster.piece;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Store;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One try to score a span: the same job as on one machine, from the span's lines into files of this try alone. */
final class ScoreTry {

    /** How soon a try notices that nobody wants it any more, or that its time is over. */
    private static final long LOOK_MILLIS = 200;

    private final ScoreSpec spec;
    private final List<RewardEntry> rewards;
    private final ScheduledExecutorService clock;
    private final Task.Score task;
    private final Engine.Place here;
    private final Store store;
    private final String tryName;
    private final TryFile part;
    private final TryFile bad;
    private final ScoreJob job;
    private volatile boolean stopped;
    private long badLines;

    ScoreTry(
            ScoreSpec spec,
            List<RewardEntry> rewards,
            Scorer scorer,
            ScheduledExecutorService clock,
            Task.Score task,
            Engine.Place here) {
        this.spec = spec;
        this.rewards = rewards;
        this.clock = clock;
        this.task = task;
        this.here = here;
        this.store = here.store();
        this.tryName = task.name() + "." + here.attempt();
        this.part = new TryFile(store, store.resolve(spec.tries(), tryName + ScoreResult.PART));
        this.bad = new TryFile(store, store.resolve(spec.tries(), tryName + ScoreResult.BAD));
        this.job = new ScoreJob(rewards, scorer, spec.fallback(), Long.MAX_VALUE, new ScoreJob.Listener() {})
                .badLines(this::keep)
                .share(Runtime.getRuntime().availableProcessors());
    }

    ScoreResult run() throws IOException {
        long began = System.nanoTime();
        Future<?> watch = clock.scheduleWithFixedDelay(
                () -> {
                    if (here.isCancelled()
                            || System.nanoTime() - began > spec.pieceTime().toNanos()) {
                        stopped = true;
                        job.stop();
                    }
                },
                LOOK_MILLIS,
                LOOK_MILLIS,
                TimeUnit.MILLISECONDS);
        boolean whole = false;
        try (part;
                bad) {
            ScoreResult result = task.source().kind() == Source.Kind.ROWS ? rows() : lines();
            whole = true;
            return result;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (GuerdonException e) {
            if (e.getCause() instanceof VirtualMachineError unwell) {
                throw unwell; // not the fault of the lines alone: the piece may be done where there is more room
            }
            throw e;
        } finally {
            watch.cancel(false);
            if (!whole) {
                part.drop();
                bad.drop();
            }
        }
    }

    private ScoreResult lines() throws IOException {
        Span span = task.span();
        try (InputStream file = Unpacked.open(store, task.source(), Math.max(0, span.from() - 1));
                LinesInput in = new LinesInput(file, span)) {
            ScoreJob.Progress done = score(in, in.position(), in.firstLine());
            if (!stopped || (in.isAtEnd() && done.inputBytes() >= in.position())) {
                return finish(done, span.to(), List.of());
            }
            Span left = new Span(done.inputBytes(), span.to(), done.nextLine() - 1);
            if (left.from() >= span.to()) {
                return finish(done, span.to(), List.of());
            }
            return finish(done, left.from(), Counting.halves(store, task.source(), left));
        }
    }

    private ScoreResult rows() throws IOException {
        Span span = task.span();
        try (RowsInput in = new RowsInput(here.rows(), span)) {
            ScoreJob.Progress done = score(in, 0, span.before() + 1);
            long reached = span.from() + done.nextLine() - 1 - span.before();
            if (!stopped || (in.isAtEnd() && reached >= in.end())) {
                return finish(done, span.to(), List.of());
            }
            Span left = new Span(reached, span.to(), done.nextLine() - 1);
            return finish(done, reached, Counting.halvesOfRows(left, in.end()));
        }
    }

    private ScoreJob.Progress score(InputStream in, long offset, long number) throws IOException {
        ScoreJob.Progress done = job.run(in, part, ScoreJob.Progress.at(rewards.size(), offset, number));
        if (here.isCancelled()) {
            throw new GuerdonException("nobody wants " + task.name() + " any more");
        }
        return done;
    }

    private void keep(ScoreJob.BadLine line) {
        badLines++;
        try {
            bad.write(BadRecord.of(line, task.source()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ScoreResult finish(ScoreJob.Progress done, long end, List<Span> rest) throws IOException {
        part.close();
        bad.close();
        Marker marker = new Marker(
                task.name(),
                task.span(),
                rest,
                done.lines(),
                new Marker.FileHash(part.bytes(), part.hash()),
                badLines,
                new Marker.FileHash(bad.bytes(), bad.hash()),
                done.metrics());
        Sealed.write(store, store.resolve(spec.tries(), tryName + ScoreResult.MARKER), marker.save());
        Metrics first = done.metrics().getFirst();
        return new ScoreResult(
                tryName,
                end,
                done.lines(),
                badLines,
                done.unscored(),
                first.scored(),
                first.scored() == 0 ? 0 : first.mean(),
                rest);
    }
}
