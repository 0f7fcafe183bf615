package dev.guerdon.cli.pieces;

import com.github.luben.zstd.ZstdInputStream;
import dev.guerdon.cli.pieces.ScoringInput.Source;
import dev.guerdon.cli.pieces.ScoringPlan.Span;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.core.base.NativeLibrary;
import dev.guerdon.core.spi.GzipStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Counts line ends, and cuts what is left of a span in two. */
final class LineCounting {

    private static final int BUFFER = 1 << 17;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LINE_ENDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW = 0x7F7F7F7F7F7F7F7FL;

    /** Precision with which the middle of a file of unknown length is found. */
    private static final int STEP = 1 << 20;

    private LineCounting() {}

    /** Returns how many lines end between neighbouring places of a file. */
    static List<Long> between(List<Long> places, ClusterStore store, Source source, BooleanSupplier cancelled)
            throws IOException {
        List<Long> counts = new ArrayList<>();
        try (InputStream in = Unpacked.open(store, source, places.getFirst())) {
            byte[] buffer = new byte[BUFFER];
            for (int i = 1; i < places.size() && !cancelled.getAsBoolean(); i++) {
                long length = places.get(i) - places.get(i - 1);
                Counted counted = next(in, buffer, length);
                if (counted.bytes < length) {
                    throw new EOFException(source.shown() + " has become shorter while it was read: expected "
                            + places.getLast() + " bytes, found "
                            + (places.get(i - 1) + counted.bytes));
                }
                counts.add(counted.lines);
            }
        }
        return counts;
    }

    private record Counted(long bytes, long lines) {}

    private static Counted next(InputStream in, byte[] buffer, long length) throws IOException {
        long left = length;
        long lines = 0;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                break;
            }
            lines += lineEnds(buffer, read);
            left -= read;
        }
        return new Counted(length - left, lines);
    }

    /** Eight bytes at a time: a byte of the sum has its highest bit where the byte is no line end. */
    static long lineEnds(byte[] bytes, int length) {
        long count = 0;
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long apart = (long) WORDS.get(bytes, i) ^ LINE_ENDS;
            long others = ((apart & LOW) + LOW) | apart | LOW;
            count += Long.bitCount(~others);
        }
        for (; i < length; i++) {
            count += bytes[i] == '\n' ? 1 : 0;
        }
        return count;
    }

    /** Returns two spans of about half of what is left of one; fewer where little is left. */
    static List<Span> halves(ClusterStore store, Source source, Span left) throws IOException {
        if (left.to() == Span.OPEN) {
            return halvesOfOpen(store, source, left);
        }
        long middle = left.from() + (left.to() - left.from()) / 2;
        if (middle == left.from()) {
            return List.of(left);
        }
        long lines = between(List.of(left.from(), middle), store, source, () -> false)
                .getFirst();
        return List.of(
                new Span(left.from(), middle, left.before()), new Span(middle, left.to(), left.before() + lines));
    }

    private static List<Span> halvesOfOpen(ClusterStore store, Source source, Span left) throws IOException {
        List<Counted> steps = new ArrayList<>();
        try (InputStream in = Unpacked.open(store, source, left.from())) {
            byte[] buffer = new byte[BUFFER];
            while (steps.isEmpty() || steps.getLast().bytes == STEP) {
                steps.add(next(in, buffer, STEP));
            }
        }
        List<Counted> firstHalf = steps.subList(0, steps.size() / 2);
        if (firstHalf.isEmpty()) {
            return List.of(left);
        }
        long middle = left.from() + firstHalf.stream().mapToLong(Counted::bytes).sum();
        long lines = firstHalf.stream().mapToLong(Counted::lines).sum();
        return List.of(
                new Span(left.from(), middle, left.before()), new Span(middle, Span.OPEN, left.before() + lines));
    }

    /**
     * As {@link #halves}, of rows.
     *
     * @param end where they end
     */
    static List<Span> halvesOfRows(Span left, long end) {
        long middle = left.from() + (end - left.from()) / 2;
        return middle == left.from()
                ? List.of(left)
                : List.of(
                        new Span(left.from(), middle, left.before()),
                        new Span(middle, left.to(), left.before() + middle - left.from()));
    }

    /** Opens files of JSON lines as they are after unpacking. */
    static final class Unpacked {

        private Unpacked() {}

        /**
         * Opens a file at a byte of what it holds; one of no bytes, as some writers leave next to others, is empty.
         *
         * @throws IOException if it cannot be read, or is not packed as its name says
         */
        static InputStream open(ClusterStore store, Source source, long from) throws IOException {
            if (source.kind() == Source.Kind.PLAIN) {
                return store.open(source.address(), from);
            }
            if (source.kind() != Source.Kind.GZIP) {
                NativeLibrary.ZSTANDARD.prepare();
            }
            PushbackInputStream file = new PushbackInputStream(store.open(source.address(), 0));
            try {
                int first = file.read();
                if (first < 0) {
                    return file;
                }
                file.unread(first);
                InputStream unpacked =
                        source.kind() == Source.Kind.GZIP ? new GzipStream(file) : new ZstdInputStream(file);
                PushbackInputStream content = new PushbackInputStream(unpacked);
                // The first byte tells whether it can be unpacked at all.
                int begin = content.read();
                if (begin >= 0) {
                    content.unread(begin);
                }
                content.skipNBytes(from);
                return content;
            } catch (IOException e) {
                file.close();
                throw new IOException(
                        source.shown() + " is not a compressed file as its name says: "
                                + (e instanceof EOFException ? "it ends too early" : e.getMessage()),
                        e);
            }
        }
    }
}
