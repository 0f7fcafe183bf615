package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.pieces.CompletedPieces.Marker;
import dev.guerdon.cli.pieces.LineCounting.Unpacked;
import dev.guerdon.cli.pieces.OutFolder.Sealed;
import dev.guerdon.cli.pieces.ScoreEngine.ScoreResult;
import dev.guerdon.cli.pieces.ScoreEngine.Task;
import dev.guerdon.cli.pieces.ScoringInput.Source;
import dev.guerdon.cli.pieces.ScoringPlan.Span;
import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One try to score a span: the same job as on one machine, from the span's lines into files of this try alone. */
final class ScoreTry {

    /** Interval of the checks whether a try was cancelled, or its time is over. */
    private static final long LOOK_MILLIS = 200;

    private final ScoreEngine.Spec spec;
    private final List<RewardEntry> rewards;
    private final ScheduledExecutorService clock;
    private final Task.Score task;
    private final PieceEngine.Place here;
    private final ClusterStore store;
    private final String tryName;
    private final TryFile part;
    private final TryFile bad;
    private final ScoreJob job;
    private volatile boolean stopped;
    private long badLines;

    ScoreTry(
            ScoreEngine.Spec spec,
            List<RewardEntry> rewards,
            Scorer scorer,
            ScheduledExecutorService clock,
            Task.Score task,
            PieceEngine.Place here) {
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
            return finish(done, left.from(), LineCounting.halves(store, task.source(), left));
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
            return finish(done, reached, LineCounting.halvesOfRows(left, in.end()));
        }
    }

    private ScoreJob.Progress score(InputStream in, long offset, long number) throws IOException {
        ScoreJob.Progress done = job.run(in, part, ScoreJob.Progress.at(rewards.size(), offset, number));
        if (here.isCancelled()) {
            throw new GuerdonException(task.name() + " was cancelled");
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
                done.metrics().stream().map(Metrics::saveWithGroups).toList());
        Sealed.write(store, store.resolve(spec.tries(), tryName + ScoreResult.MARKER), PieceCodec.map(marker));
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

    /** A file that one try of a piece writes, hashed on the way; it is made when its first byte comes. */
    static final class TryFile extends OutputStream {

        private final ClusterStore store;
        private final String address;
        private final MessageDigest digest = Sha256.digest();
        private @Nullable OutputStream out;
        private long bytes;

        TryFile(ClusterStore store, String address) {
            this.store = store;
            this.address = address;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] some, int from, int length) throws IOException {
            if (length == 0) {
                return;
            }
            OutputStream target = out;
            if (target == null) {
                target = store.create(address);
                out = target;
            }
            target.write(some, from, length);
            digest.update(some, from, length);
            bytes += length;
        }

        long bytes() {
            return bytes;
        }

        /** Returns the hash of what was written; empty if nothing was. */
        String hash() {
            return bytes == 0 ? "" : Sha256.hex(digest);
        }

        @Override
        public void close() throws IOException {
            OutputStream target = out;
            out = null;
            if (target != null) {
                target.close();
            }
        }

        /** Removes what was written, as far as the store lets it; the driver removes the rest at the end. */
        void drop() {
            try {
                close();
                store.delete(address);
            } catch (IOException e) {
                // The try failed already, and its reason matters more.
            }
        }
    }

    /** A line that is at fault itself, as it is written to the side. */
    static final class BadRecord {

        private BadRecord() {}

        /** Returns the record as a line of JSON; the text of a long line is its beginning. */
        static byte[] of(ScoreJob.BadLine line, Source source) {
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("file", source.shown());
            record.put("line", line.line());
            if (source.kind() != Source.Kind.ROWS) {
                record.put("offset", line.offset());
            }
            record.put("reason", line.reason());
            record.put("bytes", line.length());
            try {
                record.put("text", text(line));
            } catch (CharacterCodingException e) {
                record.put("base64", Base64.getEncoder().encodeToString(line.text()));
            }
            return (JsonCodec.write(record) + "\n").getBytes(StandardCharsets.UTF_8);
        }

        /** Returns the text, without a character that is cut in two at the end. */
        private static String text(ScoreJob.BadLine line) throws CharacterCodingException {
            byte[] bytes = line.text();
            CharBuffer text = CharBuffer.allocate(bytes.length);
            CoderResult read = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes), text, bytes.length == line.length());
            if (read.isError()) {
                read.throwException();
            }
            return text.flip().toString();
        }
    }
}
