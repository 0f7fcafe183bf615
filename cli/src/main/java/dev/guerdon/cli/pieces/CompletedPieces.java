package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.cli.pieces.OutFolder.Sealed;
import dev.guerdon.cli.pieces.ScoreEngine.ScoreResult;
import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.pieces.ScoringPlan.Piece;
import dev.guerdon.cli.pieces.ScoringPlan.Span;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.core.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finished part of a plan, by the markers in the output folder.
 *
 * <p>A marker counts if it is whole, is of the span that the plan has there, and its files are as long as it says. What a marker left to do is part
 * of the plan from then on.
 */
final class CompletedPieces {

    /** Place where markers are, below the folder. */
    static final String MARKERS = OutFolder.OWN + "done/";

    /** Number of markers that are read ahead. */
    private static final int AHEAD = 16;

    private final OutFolder out;
    private final ScoringPlan plan;
    private final Map<String, Long> sizes = new HashMap<>();
    private final NavigableSet<String> marked = new TreeSet<>();
    private final Map<String, CompletableFuture<Optional<Marker>>> ahead = new HashMap<>();

    /** Looks at what is in the folder now. */
    CompletedPieces(OutFolder out, ScoringPlan plan) throws IOException {
        this.out = out;
        this.plan = plan;
        for (ClusterStore.Entry entry : out.store().listAll(out.root())) {
            String below = entry.below();
            sizes.put(below, entry.size());
            if (below.startsWith(MARKERS) && below.endsWith(ScoreResult.MARKER)) {
                marked.add(below.substring(MARKERS.length(), below.length() - ScoreResult.MARKER.length()));
            }
        }
    }

    /**
     * Goes through the plan, in the input's order.
     *
     * @param visitor gets each piece that is done, with its marker
     * @return the pieces that are still to do
     */
    List<Piece> walk(BiConsumer<Piece, Marker> visitor) throws IOException {
        List<Piece> open = new ArrayList<>();
        for (int file = 0; file < plan.spans().size(); file++) {
            for (Span span : plan.spans().get(file)) {
                walk(file, span, visitor, open);
            }
        }
        return open;
    }

    private void walk(int file, Span span, BiConsumer<Piece, Marker> visitor, List<Piece> open) throws IOException {
        Piece piece = new Piece(file, span, plan.name(file, span));
        Optional<Marker> marker = marker(piece.name()).filter(each -> isOf(each, piece));
        if (marker.isEmpty()) {
            open.add(piece);
            return;
        }
        visitor.accept(piece, marker.get());
        for (Span rest : marker.get().rest()) {
            walk(file, rest, visitor, open);
        }
    }

    /**
     * Reads the marker of a name; empty if there is none, or none that is whole. Those after it are read ahead: there may be very many, and a
     * store may be far away.
     */
    private Optional<Marker> marker(String name) throws IOException {
        marked.tailSet(name).stream()
                .limit(AHEAD)
                .forEach(each -> ahead.computeIfAbsent(
                        each, any -> CompletableFuture.supplyAsync(() -> read(each), Thread::startVirtualThread)));
        CompletableFuture<Optional<Marker>> found = marked.contains(name) ? ahead.remove(name) : null;
        try {
            return found == null ? Optional.empty() : found.join();
        } catch (CompletionException e) {
            throw new IOException("the marker " + out.marker(name) + " cannot be read: " + e.getCause(), e);
        }
    }

    private Optional<Marker> read(String name) {
        try {
            return Sealed.read(out.store(), out.marker(name)).flatMap(Marker::of);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private boolean isOf(Marker marker, Piece piece) {
        InputFile file = plan.files().get(piece.file());
        return marker.span().equals(piece.span())
                && has(OutFolder.belowPart(file, piece.name()), marker.part())
                && has(OutFolder.belowBad(file, piece.name()), marker.bad());
    }

    private boolean has(String below, Marker.FileHash file) {
        return file.bytes() == 0 || sizes.getOrDefault(below, -1L) == file.bytes();
    }

    /** Returns the paths of everything that was there, below the folder. */
    Iterable<String> files() {
        return sizes.keySet();
    }

    /**
     * Facts about a span that is done: the try that scored it writes it, and the driver moves it into place last.
     *
     * @param name what its part is called, without an ending
     * @param span what was to be done
     * @param rest what was left of it; none if all of it is done
     * @param lines how many lines its part has
     * @param part the file with the scores
     * @param badLines how many lines are at fault themselves
     * @param bad the file with those
     * @param metrics the figures as they are saved, for each reward in order
     */
    record Marker(
            String name,
            Span span,
            List<Span> rest,
            long lines,
            FileHash part,
            long badLines,
            FileHash bad,
            List<Map<String, @Nullable Object>> metrics) {

        Marker {
            rest = List.copyOf(rest);
            metrics = List.copyOf(metrics);
        }

        /**
         * Hash that a file must have.
         *
         * @param bytes its length; if it is 0, there is no file
         * @param sha256 the hash of its content
         */
        record FileHash(long bytes, String sha256) {}

        List<Metrics> restored() {
            return metrics.stream().map(each -> Metrics.restore(new Json(each))).toList();
        }

        /** Returns a marker that was kept; empty if it is none. */
        static Optional<Marker> of(Json saved) {
            try {
                Marker marker = PieceCodec.record(saved.value(), Marker.class);
                var unused = marker.restored();
                return Optional.of(marker);
            } catch (GuerdonException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
