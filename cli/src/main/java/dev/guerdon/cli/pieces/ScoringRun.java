package dev.guerdon.cli.pieces;

import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.ClusterScoring.End;
import dev.guerdon.cli.pieces.EngineOpener.JobDescription;
import dev.guerdon.cli.pieces.OutFolder.Committer;
import dev.guerdon.cli.pieces.OutFolder.Sealed;
import dev.guerdon.cli.pieces.ScoreEngine.ScoreResult;
import dev.guerdon.cli.pieces.ScoreEngine.Task;
import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.pieces.ScoringInput.Source;
import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.pieces.ScoringPlan.Span;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.core.JobIdentity;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.EndedEarly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;

/**
 * One run of a score job's driver.
 *
 * @param out the output folder
 * @param interrupted whether the run is to end soon
 */
record ScoringRun(
        Cluster cluster,
        ClusterScoring.Job job,
        ScoringInput input,
        OutFolder out,
        ClusterScoring.Listener listener,
        BooleanSupplier interrupted) {

    /** How often a job may find at its end that something of it was lost meanwhile. */
    private static final int MAX_ROUNDS = 3;

    /** Returns the size of pieces of a new job. */
    private long wishedPieceSize() {
        return job.pieceSize() > 0
                ? job.pieceSize()
                : ScoringPlan.pieceSize(input.cuttable(), Math.max(1, cluster.slots()));
    }

    /**
     * Does what is left of the job.
     *
     * @throws EndedEarly if something cannot be read or written once the job has begun
     */
    End run() throws IOException, InterruptedException {
        JobFile file = new JobFile(out, identity(), input);
        out.requireApart(input);
        Optional<Long> kept = file.load();
        long pieceSize = kept.isPresent() ? kept.get() : wishedPieceSize();
        if (kept.isPresent()) {
            Optional<End> finished = JobFinish.kept(out);
            if (finished.isPresent()) {
                return finished.get();
            }
        } else {
            file.save(pieceSize);
        }
        try {
            End end;
            try (Cluster.Work work = cluster.begin(shipped())) {
                end = run(work, pieceSize, kept.isPresent());
            }
            if (end.finished()) {
                JobFinish.dropTries(out); // once more: a cancelled try may have written until now
            }
            return end;
        } catch (IOException | UncheckedIOException e) {
            throw new EndedEarly(
                    "reading or writing failed: " + Objects.requireNonNullElseGet(e.getMessage(), e::toString)
                            + ". What is finished in " + out.root()
                            + " is good, and the same command continues with the rest",
                    e);
        }
    }

    private JobIdentity identity() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("input", input.name());
        settings.put("rewards", String.join(",", names()));
        settings.put("fallback", String.valueOf(job.fallback()));
        settings.put("deadline", DurationText.exact(job.deadline()));
        return JobIdentity.of(settings, job.rewards(), job.registry().path());
    }

    private List<String> names() {
        return job.rewards().stream().map(RewardEntry::name).toList();
    }

    private ClusterJob shipped() {
        ScoreEngine.Spec spec = new ScoreEngine.Spec(
                names(),
                job.fallback(),
                job.deadline(),
                job.registry().isolation().save(),
                out.tries(),
                job.pieceTime());
        return new ClusterJob(
                PieceCodec.bytes(new JobDescription(ScoreEngine.NAME, spec)), Plugins.pack(job.registry()));
    }

    private End run(Cluster.Work work, long pieceSize, boolean continued) throws IOException, InterruptedException {
        Counts counting = new Counts(out, input, pieceSize);
        List<List<Long>> counts = counting.load().orElse(List.of());
        List<String> uncounted = new ArrayList<>();
        Set<Integer> leftOut = Set.of();
        if (counts.isEmpty()) {
            listener.progress(new ClusterScoring.Progress(true, 0, 0, 0, input.bytes(), 0, 0, Double.NaN));
            Counts.Result counted = counting.run(work, interrupted);
            counts = counted.counts();
            leftOut = counted.failed().keySet();
            counted.failed()
                    .forEach((file, reason) -> uncounted.add(sentence(
                            "the lines of " + input.files().get(file).source().shown(), reason)));
            // The numbers of rows go through all partitions; those of lines begin anew in each file.
            if (interrupted.getAsBoolean() || (!uncounted.isEmpty() && input.table() != null)) {
                return new End(false, false, 0, 0, 0, new LinkedHashMap<>(), uncounted);
            }
        }
        ScoringPlan plan = ScoringPlan.of(input, pieceSize, counts).without(leftOut);
        Committer committer = Committer.begin(out, plan);
        if (continued) {
            compare(work, plan);
        }
        JobFinish finish = new JobFinish(
                out, plan, job.rewards().stream().map(RewardEntry::label).toList());
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<ScoringDispatcher.Failed<Piece>> failed = new Scoring(plan, committer, work).run();
            if (!failed.isEmpty() || !uncounted.isEmpty() || interrupted.getAsBoolean()) {
                List<String> failures = new ArrayList<>(uncounted);
                failed.forEach(each -> failures.add(sentence(shown(plan, each.piece()), each.reason())));
                return finish.early(failures);
            }
            Optional<End> whole = finish.run(committer);
            if (whole.isPresent()) {
                return whole.get();
            }
            listener.notice("parts that were written are missing at the end; they are scored again");
        }
        throw new IOException("parts that were written to " + out.root() + " were missing at the end, " + MAX_ROUNDS
                + " times; something else removes or changes them");
    }

    /** Compares the parts of an earlier run with the hashes in their markers, on the cluster; a piece whose part has changed is done again. */
    private void compare(Cluster.Work work, ScoringPlan plan) throws IOException, InterruptedException {
        Map<Piece, Map<String, String>> hashes = new LinkedHashMap<>();
        new CompletedPieces(out, plan).walk((piece, marker) -> {
            InputFile file = plan.files().get(piece.file());
            Map<String, String> own = new LinkedHashMap<>();
            if (marker.part().bytes() > 0) {
                own.put(out.part(file, piece.name()), marker.part().sha256());
            }
            if (marker.bad().bytes() > 0) {
                own.put(out.bad(file, piece.name()), marker.bad().sha256());
            }
            hashes.put(piece, own);
        });
        Set<Piece> damaged = ConcurrentHashMap.newKeySet();
        ScoringDispatcher<Piece> handout = new ScoringDispatcher<>(
                (some, receiver) -> work.submit(
                        some.stream()
                                .map(piece -> PieceCodec.bytes(new Task.Check(hashes.getOrDefault(piece, Map.of()))))
                                .map(task -> new Cluster.Piece(task, List.of()))
                                .toList(),
                        receiver),
                (piece, result) -> {
                    if (!PieceCodec.read(result, Task.Checked.class).same()) {
                        damaged.add(piece);
                    }
                    return List.of();
                },
                interrupted);
        handout.run(List.copyOf(hashes.keySet())).forEach(each -> damaged.add(each.piece()));
        for (Piece piece : damaged) {
            out.store().delete(out.marker(piece.name()));
        }
        if (!damaged.isEmpty()) {
            listener.notice(
                    damaged.size() + " parts in " + out.root() + " are not what was written; they are scored again");
        }
    }

    private static String shown(ScoringPlan plan, Piece piece) {
        Source source = plan.files().get(piece.file()).source();
        Span span = piece.span();
        String unit = source.kind() == Source.Kind.ROWS ? "rows" : "bytes";
        return piece.name() + " (" + source.shown() + ", " + unit + " " + span.from() + " to "
                + (span.to() == Span.OPEN ? "the end" : span.to()) + ")";
    }

    private static String sentence(String what, Receiver.Failure reason) {
        String how = switch (reason.cause()) {
            case THREW, ENDED, IO_FAILED -> " could not be done: ";
            case LOST -> " was lost with the processes that tried it, alone in the end: ";
            case ABANDONED, NO_ENGINE, CANCELLED -> " was given up: ";
        };
        return what + how + reason.message();
    }

    /** The scoring of what is left. */
    private final class Scoring {
        private final ScoringPlan plan;
        private final Committer committer;
        private final Cluster.Work work;
        private long pieces;
        private long allPieces;
        private long bytes;
        private long lines;
        private long unscored;
        private long scored;
        private double sum;

        Scoring(ScoringPlan plan, Committer committer, Cluster.Work work) {
            this.plan = plan;
            this.committer = committer;
            this.work = work;
        }

        List<ScoringDispatcher.Failed<Piece>> run() throws IOException, InterruptedException {
            List<Piece> open = new CompletedPieces(out, plan).walk((piece, marker) -> {
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
                listener.notice("continuing: " + pieces + " of " + allPieces + " pieces are done");
            }
            tell();
            ScoringDispatcher<Piece> handout = new ScoringDispatcher<>(this::submit, this::take, interrupted);
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

        private Cluster.Submission submit(List<Piece> some, Receiver receiver) {
            return input.submit(
                    work, out.store(), some.stream().map(this::order).toList(), receiver);
        }

        private ScoringInput.Order order(Piece piece) {
            Source source = plan.files().get(piece.file()).source();
            Span span = piece.span();
            return new ScoringInput.Order(
                    piece.file(), new Task.Score(piece.name(), source, span), span.from(), span.to());
        }

        private List<Piece> take(Piece piece, byte[] answer) throws IOException {
            ScoreResult result = PieceCodec.read(answer, ScoreResult.class);
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
            double mean = scored == 0 ? Double.NaN : sum / scored;
            listener.progress(
                    new ClusterScoring.Progress(false, pieces, allPieces, bytes, input.bytes(), lines, unscored, mean));
        }
    }

    /** Number of lines that end in each span of the input: a first pass over the input, which is done once for a job and kept. */
    record Counts(OutFolder out, ScoringInput input, long pieceSize) {

        /** Part of a file that one piece counts, at most, in spans. */
        private static final int SPANS_TOGETHER = 16;

        /** Some spans of a file that are counted together. */
        private record Stretch(int file, int first, List<Long> places) {}

        /** Returns what an earlier driver counted. */
        Optional<List<List<Long>>> load() throws IOException {
            return Sealed.read(out.store(), out.counts())
                    .map(kept -> kept.get("counts").asList().stream()
                            .map(file ->
                                    file.asList().stream().map(Json::asLong).toList())
                            .toList());
        }

        private List<Stretch> stretches() {
            List<Stretch> stretches = new ArrayList<>();
            for (int i = 0; i < input.files().size(); i++) {
                InputFile file = input.files().get(i);
                if (file.source().kind() == Source.Kind.ROWS && input.files().size() > 1) {
                    stretches.add(new Stretch(i, 0, List.of()));
                } else if (file.source().kind() == Source.Kind.PLAIN) {
                    List<Long> places = ScoringPlan.places(file, pieceSize);
                    // The number of lines of the last span is not needed.
                    for (int first = 0; first < places.size() - 2; first += SPANS_TOGETHER) {
                        int last = Math.min(first + SPANS_TOGETHER, places.size() - 2);
                        stretches.add(new Stretch(i, first, places.subList(first, last + 1)));
                    }
                }
            }
            return stretches;
        }

        /**
         * Result of counting.
         *
         * @param counts of each file how many lines end in its spans
         * @param failed files that could not be counted, by their numbers, with the reasons
         */
        record Result(List<List<Long>> counts, Map<Integer, Receiver.Failure> failed) {}

        /** Counts, and keeps the counts where all files were counted. */
        Result run(Cluster.Work work, BooleanSupplier interrupted) throws IOException, InterruptedException {
            List<Map<Integer, List<Long>>> counted = new ArrayList<>();
            input.files().forEach(file -> counted.add(new ConcurrentSkipListMap<>()));
            ScoringDispatcher<Stretch> handout = new ScoringDispatcher<>(
                    (stretches, receiver) -> input.submit(
                            work,
                            out.store(),
                            stretches.stream().map(this::order).toList(),
                            receiver),
                    (stretch, result) -> {
                        List<Long> counts =
                                PieceCodec.read(result, Task.Counted.class).counts();
                        counted.get(stretch.file).put(stretch.first, counts);
                        return List.of();
                    },
                    interrupted);
            Map<Integer, Receiver.Failure> failed = new TreeMap<>();
            handout.run(stretches()).forEach(each -> failed.putIfAbsent(each.piece().file, each.reason()));
            List<List<Long>> counts = new ArrayList<>();
            counted.forEach(file ->
                    counts.add(file.values().stream().flatMap(List::stream).toList()));
            if (failed.isEmpty() && !interrupted.getAsBoolean()) {
                out.keep(out.counts(), Map.of("counts", counts));
            }
            return new Result(counts, failed);
        }

        private ScoringInput.Order order(Stretch stretch) {
            List<Long> places = stretch.places;
            Task task = new Task.Count(input.files().get(stretch.file).source(), places);
            return places.isEmpty()
                    ? new ScoringInput.Order(stretch.file, task, 0, 0)
                    : new ScoringInput.Order(stretch.file, task, places.getFirst(), places.getLast());
        }
    }
}
