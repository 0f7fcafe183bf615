package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.LineReader.InputHash;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * File with the progress of a score job, so that an interrupted job continues without scoring a line twice.
 *
 * <p>It is replaced as a whole each time, so a crash or a full disk at any moment leaves the old or the new state, never half of one. The
 * previous state is kept next to it, and used if the file is damaged later. Its size does not depend on the input's: what the
 * metrics know of groups is read again from input and output.
 */
@Experimental
public final class ScoreCheckpoint {

    private static final int FORMAT = 3;

    private final Path file;
    private final Path previous;
    private final JobIdentity job;
    private String notice = "";
    private @Nullable String kept;

    /**
     * @param file where the state is kept; the one before has {@code .previous} after its name
     * @param job what the job is; a checkpoint of another job is refused
     */
    public ScoreCheckpoint(Path file, JobIdentity job) {
        this.file = file;
        this.previous = file.resolveSibling(file.getFileName() + ".previous");
        this.job = job;
    }

    /**
     * State that was kept.
     *
     * @param progress how far the job was, without its groups and the hash of the input
     * @param inputHash the hash of the input that was done
     * @param outputHash the hash of the output that was written
     * @param grouped whether there were samples that belong to a group
     */
    public record State(ScoreJob.Progress progress, String inputHash, String outputHash, boolean grouped) {}

    /** Returns what the user should know of the last {@link #load}, empty for nothing. */
    public String notice() {
        return notice;
    }

    /** Returns the state of the earlier job, if there was one; files are not compared with it yet. */
    public Optional<State> load() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Json state;
        try {
            state = read(file);
        } catch (Damaged damage) {
            try {
                state = read(previous);
                notice = "the checkpoint " + file + " is damaged (" + damage.getMessage()
                        + "); continuing from the one before it";
            } catch (Damaged both) {
                throw new GuerdonException(
                        "the checkpoint " + file + " is damaged (" + damage.getMessage()
                                + "), and there is none before it; delete it to start over",
                        damage);
            }
        }
        return Optional.of(restore(state));
    }

    private State restore(Json state) {
        String otherJob;
        try {
            int format = state.get("format").asInt();
            if (format != FORMAT) {
                throw new GuerdonException("it has format " + format + ", and this version of Guerdon reads " + FORMAT);
            }
            otherJob = job.difference(state.get("job")).orElse("");
            if (otherJob.isEmpty()) {
                List<Metrics> metrics = state.get("metrics").asList().stream()
                        .map(Metrics::restore)
                        .toList();
                ScoreJob.Progress progress = new ScoreJob.Progress(
                        state.get("input_bytes").asLong(),
                        state.get("next_line").asLong(),
                        state.get("lines").asLong(),
                        state.get("output_bytes").asLong(),
                        metrics,
                        ScoreJob.Progress.none(0).input());
                return new State(
                        progress,
                        state.get("input_sha256").asString(),
                        state.get("output_sha256").asString(),
                        state.get("grouped").asBoolean());
            }
        } catch (GuerdonException | IllegalArgumentException e) {
            throw new GuerdonException(
                    "the checkpoint " + file + " cannot be used (" + e.getMessage() + "); delete it to start over", e);
        }
        throw new GuerdonException("the checkpoint " + file + " " + otherJob
                + "; use another checkpoint file, or delete it to start over");
    }

    /** A file that does not have what was written. */
    private static final class Damaged extends Exception {
        Damaged(String message) {
            super(message);
        }
    }

    private static Json read(Path file) throws Damaged {
        String text;
        try {
            text = Files.readString(file);
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new Damaged("it is not text");
        } catch (IOException e) {
            throw new Damaged("it cannot be read: " + e);
        }
        int end = text.indexOf('\n');
        if (end < 0 || !text.equals(sealed(text.substring(0, end)))) {
            throw new Damaged(text.isEmpty() ? "it is empty" : "its hash is not that of its content");
        }
        return JsonCodec.read(text.substring(0, end), file.toString());
    }

    private static String sealed(String state) {
        return state + "\n" + Sha256.hex(state, 32) + "\n";
    }

    /**
     * Keeps the progress. The output must be on the disk before, up to the place that the progress names.
     *
     * @param outputHash the hash of the output up to there
     * @throws GuerdonException if that failed; the previous state is unchanged, and the job can continue
     */
    public void save(ScoreJob.Progress progress, String outputHash) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("format", FORMAT);
        state.put("job", job.save());
        state.put("input_bytes", progress.inputBytes());
        state.put("input_sha256", progress.input().hex());
        state.put("next_line", progress.nextLine());
        state.put("lines", progress.lines());
        state.put("output_bytes", progress.outputBytes());
        state.put("output_sha256", outputHash);
        state.put("grouped", progress.metrics().stream().anyMatch(Metrics::isGrouped));
        state.put("metrics", progress.metrics().stream().map(Metrics::save).toList());
        String text = sealed(SecretFilter.known().redact(JsonCodec.write(state)));
        try {
            keepPrevious();
            KeptFile.replace(file, text);
            kept = text;
        } catch (IOException e) {
            throw new GuerdonException("the checkpoint " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Copies what is there; to move it away would leave a moment without any. */
    private void keepPrevious() throws IOException {
        if (kept != null) {
            KeptFile.replace(previous, kept);
            return;
        }
        try {
            if (Files.exists(file)) {
                read(file);
                KeptFile.replace(previous, Files.readString(file, StandardCharsets.UTF_8));
            }
        } catch (Damaged e) {
            // The one before it is better.
        }
    }

    /**
     * Goes back to where an earlier job stopped: compares what is there with what the checkpoint says, and reads the groups of the metrics
     * again, which the checkpoint leaves out because there may be very many.
     *
     * @param progress the position from which the job continues
     * @param output fed with the output up to there
     */
    public record Resumption(ScoreJob.Progress progress, MessageDigest output) {

        /**
         * Reads the input and the output up to the place where the earlier job stopped.
         *
         * @param state what the checkpoint says
         * @param rewards the names of the rewards, in order
         * @param in the input at its beginning; stands at the first line to score afterwards
         * @param inName names it in messages
         * @param out the output file
         * @throws GuerdonException if either is not what the earlier job read and wrote
         */
        public static Resumption of(
                ScoreCheckpoint.State state, List<String> rewards, InputStream in, String inName, Path out)
                throws IOException {
            ScoreJob.Progress progress = state.progress();
            long written = progress.outputBytes();
            if (written > 0 && (!Files.exists(out) || Files.size(out) < written)) {
                throw changed(
                        out.toString(),
                        "it is shorter than the checkpoint says: at least " + written + " bytes, found "
                                + (Files.exists(out) ? Files.size(out) : "no file"));
            }
            MessageDigest inDigest = Sha256.digest();
            MessageDigest outDigest = Sha256.digest();
            // What is compared is what is read, even if the file changes at the same time.
            Limited input = new Limited(new DigestInputStream(in, inDigest), progress.inputBytes());
            try (InputStream file = written == 0 ? InputStream.nullInputStream() : Files.newInputStream(out)) {
                Limited output = new Limited(new DigestInputStream(file, outDigest), written);
                if (state.grouped()) {
                    readGroups(progress, rewards, input, output);
                }
                input.readToItsEnd();
                output.readToItsEnd();
            }
            if (input.left > 0) {
                throw changed(
                        inName,
                        "it is shorter than the checkpoint says: at least " + progress.inputBytes() + " bytes, found "
                                + (progress.inputBytes() - input.left));
            }
            compare(inName, progress.inputBytes(), state.inputHash(), Sha256.hex(inDigest));
            compare(out.toString(), written, state.outputHash(), Sha256.hex(outDigest));
            return new Resumption(
                    new ScoreJob.Progress(
                            progress.inputBytes(),
                            progress.nextLine(),
                            progress.lines(),
                            written,
                            progress.metrics(),
                            InputHash.of(inDigest)),
                    outDigest);
        }

        private static void compare(String name, long bytes, String was, String is) {
            if (!was.equals(is)) {
                throw changed(
                        name,
                        "its first " + bytes + " bytes, which are done, had sha256 " + JobIdentity.shown(was)
                                + " and have " + JobIdentity.shown(is));
            }
        }

        private static GuerdonException changed(String file, String how) {
            return new GuerdonException(file + " has changed since the checkpoint was written: " + how
                    + ". Put the old file back to continue, or delete the checkpoint to start over");
        }

        private static void readGroups(
                ScoreJob.Progress progress, List<String> rewards, InputStream input, InputStream output)
                throws IOException {
            LineDecoder decoder = new LineDecoder(List.of());
            LineReader reader = new LineReader(input, 0, 1);
            BufferedReader scores = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
            while (true) {
                try {
                    LineBlock block = reader.next(Long.MAX_VALUE);
                    if (block == null) {
                        return;
                    }
                    for (int i = 0; i < block.lines(); i++) {
                        String line = scores.readLine();
                        if (line != null) {
                            addGroup(progress, rewards, decoder, block, i, line);
                        }
                    }
                } catch (LineReader.LineTooLong e) {
                    scores.readLine(); // it has no score
                }
            }
        }

        private static void addGroup(
                ScoreJob.Progress progress,
                List<String> rewards,
                LineDecoder decoder,
                LineBlock block,
                int line,
                String written) {
            try {
                String group = decoder.decode(block, line).groupId();
                if (group.isEmpty()) {
                    return;
                }
                Json scores = JsonCodec.read(written, "a score");
                for (int r = 0; r < rewards.size(); r++) {
                    String name = rewards.get(r);
                    Optional<Json> score = rewards.size() == 1
                            ? Optional.of(scores)
                            : scores.find("rewards").flatMap(all -> all.find(name));
                    Metrics metrics = progress.metrics().get(r);
                    score.filter(each -> each.find("unscored").isEmpty())
                            .flatMap(each -> each.find("reward"))
                            .ifPresent(reward -> metrics.addToGroup(group, reward.asDouble()));
                }
            } catch (GuerdonException e) {
                // A line that could not be read has no score; of scores that cannot be, the comparison of the hashes
                // says why.
            }
        }

        /** The first bytes of a stream, which stays open and is not read any further. */
        private static final class Limited extends InputStream {
            private final InputStream in;
            private long left;

            Limited(InputStream in, long bytes) {
                this.in = in;
                this.left = bytes;
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                if (left == 0) {
                    return -1;
                }
                int count = in.read(target, from, (int) Math.min(length, left));
                left -= Math.max(0, count);
                return count;
            }

            void readToItsEnd() throws IOException {
                byte[] buffer = new byte[1 << 16];
                while (read(buffer, 0, buffer.length) >= 0) {
                    // the digest takes what it needs
                }
            }
        }
    }
}
