package dev.guerdon.cluster.scoring;

import dev.guerdon.api.Json;
import dev.guerdon.cluster.piece.Marker;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Sealed;
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

/** The end of a job: the metrics of all parts, merged in the input's order, and nothing in the folder that is not part of the job. */
final class Finish {

    private final OutFolder out;
    private final Plan plan;
    private final List<String> labels;

    /**
     * @param labels what the rewards are called in the names of metrics
     */
    Finish(OutFolder out, Plan plan, List<String> labels) {
        this.out = out;
        this.plan = plan;
        this.labels = labels;
    }

    /** Removes what tries left behind. One that nobody wants may write there at this moment; what stays then harms nobody. */
    static void dropTries(OutFolder out) {
        try {
            out.store().delete(out.allTries());
        } catch (IOException e) {
            // The job is no less done.
        }
    }

    /** The figures of a job that is finished. */
    static Optional<Figures> kept(OutFolder out) throws IOException {
        if (!out.store().exists(out.success())) {
            return Optional.empty();
        }
        return Sealed.read(out.store(), out.metrics()).map(Finish::figures);
    }

    private static Figures figures(Json kept) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        kept.get("metrics").asMap().forEach((name, value) -> {
            if (value != null) {
                // As they are where they come from the metrics themselves.
                metrics.put(name, value instanceof Integer count ? (Object) count.longValue() : value);
            }
        });
        return new Figures(
                kept.get("lines").asLong(),
                kept.get("unscored").asLong(),
                kept.get("bad_lines").asLong(),
                metrics);
    }

    /** Sums up what is done so far. */
    Figures figures(Done done, List<Piece> open, Set<String> wanted) throws IOException {
        List<Metrics> sums = new ArrayList<>();
        labels.forEach(label -> sums.add(new Metrics()));
        long[] counts = new long[2];
        open.addAll(done.walk((piece, marker) -> {
            add(sums, marker);
            counts[0] += marker.lines();
            counts[1] += marker.badLines();
            InputFile file = plan.files().get(piece.file());
            wanted.add(Done.MARKERS + piece.name() + ScoreResult.MARKER);
            if (marker.part().bytes() > 0) {
                wanted.add(OutFolder.belowPart(file, piece.name()));
            }
            if (marker.bad().bytes() > 0) {
                wanted.add(OutFolder.belowBad(file, piece.name()));
            }
        }));
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            String prefix = labels.size() == 1 ? "" : labels.get(i) + "/";
            sums.get(i).toMap().forEach((name, value) -> metrics.put(prefix + name, value));
        }
        long unscored = sums.stream().mapToLong(Metrics::unscored).max().orElse(0);
        return new Figures(counts[0], unscored, counts[1], metrics);
    }

    private static void add(List<Metrics> sums, Marker marker) {
        for (int i = 0; i < sums.size(); i++) {
            sums.get(i).add(marker.metrics().get(i));
        }
    }

    /**
     * Ends the job where all of it is done.
     *
     * @return the figures of the whole job; empty where something is still to do, though the driver thought otherwise
     */
    Optional<Figures> run(Committer committer) throws IOException {
        Done done = new Done(out, plan);
        List<Piece> open = new ArrayList<>();
        Set<String> wanted = new HashSet<>();
        Figures figures = figures(done, open, wanted);
        if (!open.isEmpty()) {
            return Optional.empty();
        }
        committer.requireOwn();
        for (String below : done.files()) {
            boolean own = OutFolder.isPart(below) || below.startsWith(Done.MARKERS);
            if (own && !wanted.contains(below)) {
                out.store().delete(out.store().resolve(out.root(), below));
            }
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("lines", figures.lines());
        kept.put("unscored", figures.unscored());
        kept.put("bad_lines", figures.badLines());
        kept.put("metrics", figures.metrics());
        out.keep(out.metrics(), kept);
        dropTries(out);
        try (OutputStream success = out.store().create(out.success())) {
            success.flush();
        }
        return Optional.of(figures);
    }
}
