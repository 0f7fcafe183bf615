package dev.guerdon.cli.pieces;

import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.ClusterScoring.End;
import dev.guerdon.cli.pieces.OutFolder.Committer;
import dev.guerdon.cli.pieces.OutFolder.Sealed;
import dev.guerdon.cli.pieces.ScoreEngine.ScoreResult;
import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.core.Metrics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The end of a job: the metrics of all parts, merged in the input's order, and nothing in the folder that is not part of the job.
 *
 * @param labels what the rewards are called in the names of metrics
 */
record JobFinish(OutFolder out, ScoringPlan plan, List<String> labels) {

    /** Removes the files of tries. A cancelled one may still write there; what it leaves does no harm. */
    static void dropTries(OutFolder out) {
        try {
            out.store().delete(out.allTries());
        } catch (IOException e) {
            // The job is no less done.
        }
    }

    /** Returns the result of a finished job, or empty if it is not finished. */
    static Optional<End> kept(OutFolder out) throws IOException {
        if (!out.store().exists(out.success())) {
            return Optional.empty();
        }
        return Sealed.read(out.store(), out.metrics()).map(JobFinish::finishedEarlier);
    }

    private static End finishedEarlier(Json kept) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        kept.get("metrics").asMap().forEach((name, value) -> {
            if (value != null) {
                // As they are where they come from the metrics themselves.
                metrics.put(name, value instanceof Integer count ? (Object) count.longValue() : value);
            }
        });
        return new End(
                true,
                true,
                kept.get("lines").asLong(),
                kept.get("unscored").asLong(),
                kept.get("bad_lines").asLong(),
                metrics,
                List.of());
    }

    /** Returns the result so far of a job that ends before {@link #run} has completed it. */
    End early(List<String> failures) throws IOException {
        End soFar = end(new CompletedPieces(out, plan), new HashSet<>());
        return new End(false, false, soFar.lines(), soFar.unscored(), soFar.badLines(), soFar.metrics(), failures);
    }

    private End end(CompletedPieces done, Set<String> wanted) throws IOException {
        List<Metrics> sums = new ArrayList<>();
        labels.forEach(label -> sums.add(new Metrics()));
        long[] counts = new long[2];
        List<Piece> open = done.walk((piece, marker) -> {
            List<Metrics> restored = marker.restored();
            for (int i = 0; i < labels.size(); i++) {
                sums.get(i).add(restored.get(i));
            }
            counts[0] += marker.lines();
            counts[1] += marker.badLines();
            InputFile file = plan.files().get(piece.file());
            wanted.add(CompletedPieces.MARKERS + piece.name() + ScoreResult.MARKER);
            if (marker.part().bytes() > 0) {
                wanted.add(OutFolder.belowPart(file, piece.name()));
            }
            if (marker.bad().bytes() > 0) {
                wanted.add(OutFolder.belowBad(file, piece.name()));
            }
        });
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String prefix = labels.size() == 1 ? "" : labels.get(i) + "/";
            sums.get(i).toMap().forEach((name, value) -> metrics.put(prefix + name, value));
        }
        long unscored = sums.stream().mapToLong(Metrics::unscored).max().orElse(0);
        return new End(open.isEmpty(), false, counts[0], unscored, counts[1], metrics, List.of());
    }

    /**
     * Ends the job where all of it is done.
     *
     * @return the result of the whole job, or empty if pieces are still missing
     */
    Optional<End> run(Committer committer) throws IOException {
        CompletedPieces done = new CompletedPieces(out, plan);
        Set<String> wanted = new HashSet<>();
        End end = end(done, wanted);
        if (!end.finished()) {
            return Optional.empty();
        }
        committer.requireOwn();
        for (String below : done.files()) {
            boolean own = OutFolder.isPart(below) || below.startsWith(CompletedPieces.MARKERS);
            if (own && !wanted.contains(below)) {
                out.store().delete(out.store().resolve(out.root(), below));
            }
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("lines", end.lines());
        kept.put("unscored", end.unscored());
        kept.put("bad_lines", end.badLines());
        kept.put("metrics", end.metrics());
        out.keep(out.metrics(), kept);
        dropTries(out);
        try (OutputStream success = out.store().create(out.success())) {
            success.flush();
        }
        return Optional.of(end);
    }
}
