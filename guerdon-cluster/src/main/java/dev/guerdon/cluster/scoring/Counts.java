package dev.guerdon.cluster.scoring;

import dev.guerdon.api.Json;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Sealed;
import dev.guerdon.cluster.piece.Source;
import dev.guerdon.cluster.piece.Task;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Receiver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;

/** How many lines end in each span of the input: a first pass over the input, which is done once for a job and kept. */
final class Counts {

    /** How much of a file one piece counts, at most, in spans. */
    private static final int SPANS_TOGETHER = 16;

    private final OutFolder out;
    private final Input input;
    private final long pieceSize;
    private final Nearness near;

    Counts(OutFolder out, Input input, long pieceSize) {
        this.out = out;
        this.input = input;
        this.pieceSize = pieceSize;
        this.near = new Nearness(out.store());
    }

    /** Some spans of a file that are counted together. */
    private record Stretch(int file, int first, List<Long> places) {}

    /** What an earlier driver counted. */
    Optional<List<List<Long>>> load() throws IOException {
        return Sealed.read(out.store(), out.counts())
                .map(kept -> kept.get("counts").asList().stream()
                        .map(file -> file.asList().stream().map(Json::asLong).toList())
                        .toList());
    }

    private List<Stretch> stretches() {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < input.files().size(); i++) {
            InputFile file = input.files().get(i);
            if (file.source().kind() == Source.Kind.ROWS && input.files().size() > 1) {
                stretches.add(new Stretch(i, 0, List.of()));
            } else if (file.source().kind() == Source.Kind.PLAIN) {
                List<Long> places = Plan.places(file, pieceSize);
                // Nobody asks how many lines the last span has.
                for (int first = 0; first < places.size() - 2; first += SPANS_TOGETHER) {
                    int last = Math.min(first + SPANS_TOGETHER, places.size() - 2);
                    stretches.add(new Stretch(i, first, places.subList(first, last + 1)));
                }
            }
        }
        return stretches;
    }

    /**
     * What was counted.
     *
     * @param counts of each file how many lines end in its spans
     * @param failed files that could not be counted, by their numbers, with the reasons
     */
    record Result(List<List<Long>> counts, Map<Integer, Receiver.Failure> failed) {}

    /** Counts, and keeps the counts where all files were counted. */
    Result run(Cluster.Work work, BooleanSupplier interrupted) throws IOException, InterruptedException {
        List<Map<Integer, List<Long>>> counted = new ArrayList<>();
        input.files().forEach(file -> counted.add(new ConcurrentSkipListMap<>()));
        Handout<Stretch> handout = new Handout<>(
                (stretches, receiver) -> input.table() == null
                        ? work.submit(pieces(stretches), receiver)
                        : work.submit(
                                input.table(),
                                stretches.stream()
                                        .map(each -> new Cluster.TablePiece(
                                                each.file, task(each).toBytes()))
                                        .toList(),
                                receiver),
                (stretch, result) -> {
                    counted.get(stretch.file).put(stretch.first, ScoreResult.counts(result));
                    return List.of();
                },
                interrupted);
        Map<Integer, Receiver.Failure> failed = new TreeMap<>();
        handout.run(stretches()).forEach(each -> failed.putIfAbsent(each.piece().file, each.reason()));
        List<List<Long>> counts = new ArrayList<>();
        counted.forEach(
                file -> counts.add(file.values().stream().flatMap(List::stream).toList()));
        if (failed.isEmpty() && !interrupted.getAsBoolean()) {
            out.keep(out.counts(), Map.of("counts", counts));
        }
        return new Result(counts, failed);
    }

    private Task.Count task(Stretch stretch) {
        return new Task.Count(input.files().get(stretch.file).source(), stretch.places);
    }

    private List<Cluster.Piece> pieces(List<Stretch> stretches) {
        List<Cluster.Piece> pieces = new ArrayList<>();
        for (Stretch each : stretches) {
            InputFile file = input.files().get(each.file);
            pieces.add(new Cluster.Piece(
                    task(each).toBytes(), near.of(file, each.places.getFirst(), each.places.getLast())));
        }
        return pieces;
    }
}
