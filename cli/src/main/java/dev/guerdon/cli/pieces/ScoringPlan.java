package dev.guerdon.cli.pieces;

import dev.guerdon.cli.pieces.ScoringInput.InputFile;
import dev.guerdon.cli.pieces.ScoringInput.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Pieces into which an input is cut.
 *
 * @param files the input
 * @param spans of each file its spans, in order; they cover it
 */
record ScoringPlan(List<InputFile> files, List<List<Span>> spans) {

    private static final long MIN_SIZE = 1L << 20;
    private static final long MAX_SIZE = 32L << 20;

    /** More pieces than this are a burden for the driver; then they are larger. */
    private static final long MAX_PIECES = 50_000;

    /** So many pieces for each that can run at once: the last of them end at about the same time. */
    private static final int PER_SLOT = 32;

    /** Returns a size of pieces that suits an input and a cluster. */
    static long pieceSize(long bytes, int slots) {
        long fair = Math.clamp(bytes / ((long) slots * PER_SLOT), MIN_SIZE, MAX_SIZE);
        return Math.max(fair, bytes / MAX_PIECES);
    }

    /** Returns the places at which a file is cut, its beginning and end included. */
    static List<Long> places(InputFile file, long pieceSize) {
        List<Long> places = new ArrayList<>();
        for (long at = 0; at < file.size(); at += pieceSize) {
            places.add(at);
        }
        if (places.isEmpty()) {
            places.add(0L);
        }
        places.add(file.size());
        return places;
    }

    /**
     * Makes a plan.
     *
     * @param counts of each file, how many lines end between the places at which it is cut; of each partition, how many rows it has;
     *     empty if they are not needed
     */
    static ScoringPlan of(ScoringInput input, long pieceSize, List<List<Long>> counts) {
        List<List<Span>> spans = new ArrayList<>();
        long rows = 0;
        for (int i = 0; i < input.files().size(); i++) {
            InputFile file = input.files().get(i);
            List<Long> counted = counts.get(i);
            if (file.source().kind() == Source.Kind.ROWS) {
                long end = counted.isEmpty() ? Span.OPEN : counted.getFirst();
                spans.add(List.of(new Span(0, end, rows)));
                rows += counted.isEmpty() ? 0 : end;
            } else if (file.source().kind() == Source.Kind.PLAIN) {
                spans.add(spans(places(file, pieceSize), counted));
            } else {
                spans.add(List.of(new Span(0, Span.OPEN, 0)));
            }
        }
        return new ScoringPlan(input.files(), spans);
    }

    /** Returns the same without what is in some files: nothing of them is handed out. */
    ScoringPlan without(Set<Integer> numbers) {
        List<List<Span>> left = new ArrayList<>(spans);
        numbers.forEach(number -> left.set(number, List.of()));
        return new ScoringPlan(files, left);
    }

    private static List<Span> spans(List<Long> places, List<Long> counts) {
        List<Span> spans = new ArrayList<>();
        long before = 0;
        for (int i = 0; i + 1 < places.size(); i++) {
            spans.add(new Span(places.get(i), places.get(i + 1), before));
            before += i < counts.size() ? counts.get(i) : 0;
        }
        return spans;
    }

    /** Returns what the part of a span is called, without an ending: the order of names is the order of the input. */
    String name(int file, Span span) {
        int digits = Math.max(5, String.valueOf(files.size()).length());
        return String.format(Locale.ROOT, "part-%0" + digits + "d-%013d", file, span.from());
    }

    /**
     * A stretch of a file, in bytes, or of a partition of a table, in rows. It has the lines that begin in it.
     *
     * @param from where it begins
     * @param to after its end; {@link #OPEN} for the end of the file
     * @param before how many lines end before it, in the whole file or table
     */
    record Span(long from, long to, long before) {

        /** The end of a span whose file is compressed: its length is unknown. */
        static final long OPEN = Long.MAX_VALUE;
    }

    /**
     * A span of a file of the input, which is to be scored.
     *
     * @param file the number of the file
     * @param span what is to be scored of it
     * @param name what its part is called, without an ending
     */
    record Piece(int file, Span span, String name) {}
}
