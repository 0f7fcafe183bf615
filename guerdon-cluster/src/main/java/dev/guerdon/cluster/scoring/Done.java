package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Marker;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Span;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * What of a plan is done, by the markers in the output folder.
 *
 * <p>A marker counts where it is whole, is of the span that the plan has there, and its files are as long as it says. What a marker left to do is part of the
 * plan from then on.
 */
final class Done {

    /** Where markers are, below the folder. */
    static final String MARKERS = OutFolder.OWN + "done/";

    private final OutFolder out;
    private final Plan plan;
    private final Map<String, Long> sizes = new HashMap<>();
    private final NavigableSet<String> marked = new TreeSet<>();

    /** Looks at what is in the folder now. */
    Done(OutFolder out, Plan plan) throws IOException {
        this.out = out;
        this.plan = plan;
        for (Store.Entry entry : out.store().listAll(out.root())) {
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
     * @param visitor is told of each piece that is done, with its marker
     * @return the pieces that are still to do
     */
    List<Piece> walk(BiConsumer<Piece, Marker> visitor) throws IOException {
        List<Piece> open = new ArrayList<>();
        try (Markers markers = new Markers(out, marked)) {
            for (int file = 0; file < plan.spans().size(); file++) {
                for (Span span : plan.spans().get(file)) {
                    walk(file, span, markers, visitor, open);
                }
            }
        }
        return open;
    }

    private void walk(int file, Span span, Markers markers, BiConsumer<Piece, Marker> visitor, List<Piece> open)
            throws IOException {
        Piece piece = new Piece(file, span, plan.name(file, span));
        Optional<Marker> marker = markers.get(piece.name()).filter(each -> isOf(each, piece));
        if (marker.isEmpty()) {
            open.add(piece);
            return;
        }
        visitor.accept(piece, marker.get());
        for (Span rest : marker.get().rest()) {
            walk(file, rest, markers, visitor, open);
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

    /** The paths of everything that was there, below the folder. */
    Iterable<String> files() {
        return sizes.keySet();
    }
}
