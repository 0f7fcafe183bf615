package dev.guerdon.cluster.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Source;
import dev.guerdon.cluster.piece.Span;
import dev.guerdon.cluster.piece.Task;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Receiver;
import dev.guerdon.core.JobIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** One run of a score job's driver. */
@Internal
public final class ScoringRun {

    /** How often a job may find at its end that something of it was lost meanwhile. */
    private static final int MOST_ROUNDS = 3;

    private final OutFolder out;
    private final Input input;
    private final JobIdentity identity;
    private final List<String> labels;
    private final long wishedPieceSize;
    private final Follower follower;
    private final BooleanSupplier interrupted;

    /** Follows a run. */
    public interface Follower {

        /** Told what is done, in the figures and the order of {@code ClusterScoring.Progress}. */
        void progress(
                boolean counting,
                long pieces,
                long allPieces,
                long bytes,
                long allBytes,
                long lines,
                long unscored,
                double mean);

        /** Told what a user should know. */
        void notice(String sentence);
    }

    /**
     * What a run came to.
     *
     * @param finished whether all of the job is done
     * @param earlier whether an earlier run had finished it already
     * @param figures of what is done
     * @param failures what could not be done, a sentence each
     */
    public record End(boolean finished, boolean earlier, Figures figures, List<String> failures) {}

    /**
     * @param out the output folder
     * @param identity what the job is; another one is refused
     * @param labels what the rewards are called in the names of metrics
     * @param pieceSize bytes of a piece; 0 for a size that suits
     * @param interrupted whether the run is to end soon
     */
    public ScoringRun(
            Cluster cluster,
            String out,
            Input input,
            JobIdentity identity,
            List<String> labels,
            long pieceSize,
            Follower follower,
            BooleanSupplier interrupted) {
        this.out = new OutFolder(cluster.store(), out);
        this.input = input;
        this.identity = identity;
        this.labels = List.copyOf(labels);
        this.wishedPieceSize =
                pieceSize > 0 ? pieceSize : Plan.pieceSize(input.cuttable(), Math.max(1, cluster.slots()));
        this.follower = follower;
        this.interrupted = interrupted;
    }

    /** The folder for what tries write. */
    public String tries() {
        return out.tries();
    }

    /**
     * Does what is left of the job.
     *
     * @param begin makes the machines ready; not asked where nothing is left
     * @throws EndedEarly where something cannot be read or written once the job has begun
     */
    public End run(Supplier<Cluster.Work> begin) throws IOException, InterruptedException {
        out.requireApart(input);
        JobFile job = new JobFile(out, identity, input);
        Optional<Long> kept = job.load();
        if (kept.isPresent()) {
            Optional<Figures> finished = Finish.kept(out);
            if (finished.isPresent()) {
                return new End(true, true, finished.get(), List.of());
            }
        } else {
            job.save(wishedPieceSize);
        }
        try {
            End end;
            try (Cluster.Work work = begin.get()) {
                end = run(work, kept.orElse(wishedPieceSize), kept.isPresent());
            }
            if (end.finished) {
                Finish.dropTries(out); // once more: a try that nobody wanted may have written until now
            }
            return end;
        } catch (IOException | UncheckedIOException e) {
            throw new EndedEarly(
                    "reading or writing failed: " + Objects.requireNonNullElseGet(e.getMessage(), e::toString)
                            + ". What is finished in " + out.root()
                            + " is good, and the same command goes on with the rest",
                    e);
        }
    }

    private End run(Cluster.Work work, long pieceSize, boolean continued) throws IOException, InterruptedException {
        Counts counting = new Counts(out, input, pieceSize);
        List<List<Long>> counts = counting.load().orElse(List.of());
        List<String> uncounted = new ArrayList<>();
        Set<Integer> leftOut = Set.of();
        if (counts.isEmpty()) {
            follower.progress(true, 0, 0, 0, input.bytes(), 0, 0, Double.NaN);
            Counts.Result counted = counting.run(work, interrupted);
            counts = counted.counts();
            leftOut = counted.failed().keySet();
            counted.failed()
                    .forEach((file, reason) -> uncounted.add(sentence(
                            "the lines of " + input.files().get(file).source().shown(), reason)));
            // The numbers of rows go through all partitions; those of lines begin anew in each file.
            if (interrupted.getAsBoolean() || (!uncounted.isEmpty() && input.table() != null)) {
                return new End(false, false, new Figures(0, 0, 0, new LinkedHashMap<>()), uncounted);
            }
        }
        Plan plan = Plan.of(input, pieceSize, counts).without(leftOut);
        Committer committer = Committer.begin(out, plan);
        if (continued) {
            compare(work, plan);
        }
        Finish finish = new Finish(out, plan, labels);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Handout.Failed<Piece>> failed = new Scoring(plan, committer, work).run();
            if (!failed.isEmpty() || !uncounted.isEmpty() || interrupted.getAsBoolean()) {
                Figures soFar = finish.figures(new Done(out, plan), new ArrayList<>(), new HashSet<>());
                List<String> failures = new ArrayList<>(uncounted);
                failed.forEach(each -> failures.add(sentence(shown(plan, each.piece()), each.reason())));
                return new End(false, false, soFar, failures);
            }
            Optional<Figures> whole = finish.run(committer);
            if (whole.isPresent()) {
                return new End(true, false, whole.get(), List.of());
            }
            follower.notice("parts that were written are missing at the end; they are scored again");
        }
        throw new IOException("parts that were written to " + out.root() + " were missing at the end, " + MOST_ROUNDS
                + " times; something else removes or changes them");
    }

    /** Looks whether what an earlier run wrote is still what it wrote. */
    private void compare(Cluster.Work work, Plan plan) throws IOException, InterruptedException {
        Check check = new Check(out, plan);
        new Done(out, plan).walk(check::add);
        int damaged = check.run(work, interrupted);
        if (damaged > 0) {
            follower.notice(damaged + " parts in " + out.root() + " are not what was written; they are scored again");
        }
    }

    private static String shown(Plan plan, Piece piece) {
        Source source = plan.files().get(piece.file()).source();
        Span span = piece.span();
        String unit = source.kind() == Source.Kind.ROWS ? "rows" : "bytes";
        return piece.name() + " (" + source.shown() + ", " + unit + " " + span.from() + " to "
                + (span.to() == Span.OPEN ? "the end" : span.to()) + ")";
    }

    private static String sentence(String what, Receiver.Failure reason) {
        String how = switch (reason.cause()) {
            case THREW, IO_FAILED -> " could not be done: ";
            case LOST -> " was lost with the processes that tried it, alone in the end: ";
            case ABANDONED, NO_ENGINE, CANCELLED -> " was given up: ";
        };
        return what + how + reason.message();
    }

    /** The scoring of what is left. */
    private final class Scoring {
        private final Plan plan;
        private final Committer committer;
        private final Cluster.Work work;
        private final Nearness near = new Nearness(out.store());
        private long pieces;
        private long allPieces;
        private long bytes;
        private long lines;
        private long unscored;
        private long scored;
        private double sum;

        Scoring(Plan plan, Committer committer, Cluster.Work work) {
            this.plan = plan;
            this.committer = committer;
            this.work = work;
        }

        List<Handout.Failed<Piece>> run() throws IOException, InterruptedException {
            List<Piece> open = new Done(out, plan).walk((piece, marker) -> {
                pieces++;
                bytes += bytes(
                        piece,
                        marker.rest().isEmpty()
                                ? piece.span().to()
                                : marker.rest().getFirst().from());
                lines += marker.lines();
            });
            allPieces = pieces + open.size();
            if (pieces > 0) {
                follower.notice("continuing: " + pieces + " of " + allPieces + " pieces are done");
            }
            tell();
            Handout<Piece> handout = new Handout<>(this::submit, this::take, interrupted);
            return handout.run(open);
        }

        private long bytes(Piece piece, long end) {
            InputFile file = plan.files().get(piece.file());
            return end == Span.OPEN
                    ? file.size()
                    : file.source().kind() == Source.Kind.PLAIN
                            ? end - piece.span().from()
                            : 0;
        }

        private Cluster.Submission submit(List<Piece> some, Receiver receiver) throws IOException {
            if (input.table() != null) {
                return work.submit(
                        input.table(),
                        some.stream()
                                .map(piece -> new Cluster.TablePiece(piece.file(), task(piece)))
                                .toList(),
                        receiver);
            }
            List<Cluster.Piece> described = new ArrayList<>();
            for (Piece piece : some) {
                InputFile file = plan.files().get(piece.file());
                Span span = piece.span();
                described.add(new Cluster.Piece(task(piece), near.of(file, span.from(), span.to())));
            }
            return work.submit(described, receiver);
        }

        private byte[] task(Piece piece) {
            return new Task.Score(piece.name(), plan.files().get(piece.file()).source(), piece.span()).toBytes();
        }

        private List<Piece> take(Piece piece, byte[] answer) throws IOException {
            ScoreResult result = ScoreResult.of(answer);
            committer.commit(piece, result);
            count(piece, result);
            return result.rest().stream()
                    .map(span -> new Piece(piece.file(), span, plan.name(piece.file(), span)))
                    .toList();
        }

        private synchronized void count(Piece piece, ScoreResult result) {
            pieces++;
            allPieces += result.rest().size();
            bytes += bytes(piece, result.end());
            lines += result.lines();
            unscored += result.unscored();
            scored += result.scored();
            sum += result.mean() * result.scored();
            tell();
        }

        private void tell() {
            follower.progress(
                    false,
                    pieces,
                    allPieces,
                    bytes,
                    input.bytes(),
                    lines,
                    unscored,
                    scored == 0 ? Double.NaN : sum / scored);
        }
    }
}
