package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Sha256;
import dev.guerdon.core.lines.InputHash;
import dev.guerdon.core.lines.LineBlock;
import dev.guerdon.core.lines.LineReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes back to where an earlier job stopped: compares what is there with what the checkpoint says, and reads the groups of the metrics
 * again, which the checkpoint leaves out because there may be very many.
 *
 * @param progress from where the job goes on
 * @param output fed with the output up to there
 */
@Experimental
public record Resumption(ScoreJob.Progress progress, MessageDigest output) {

    /**
     * Reads the input and the output up to the place where the earlier job stopped.
     *
     * @param state what the checkpoint says
     * @param rewards the names of the rewards, in order
     * @param in the input at its beginning; stands at the first line to score afterwards
     * @param inName names it in messages
     * @param out the output file
     * @throws GuerdonException where either is not what the earlier job read and wrote
     */
    public static Resumption of(Checkpoint.State state, List<String> rewards, InputStream in, String inName, Path out)
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
        // What is compared is what is read, even if somebody changes it at the same time.
        Limited input = new Limited(new DigestInputStream(in, inDigest), progress.inputBytes());
        try (InputStream file = written == 0 ? InputStream.nullInputStream() : Files.newInputStream(out)) {
            Limited output = new Limited(new DigestInputStream(file, outDigest), written);
            if (state.grouped()) {
                readGroups(progress, rewards, input, output, out);
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
                    "its first " + bytes + " bytes, which are done, had sha256 " + JobIdentity.shown(was) + " and have "
                            + JobIdentity.shown(is));
        }
    }

    private static GuerdonException changed(String file, String how) {
        return new GuerdonException(file + " has changed since the checkpoint was written: " + how
                + ". Put the old file back to go on, or delete the checkpoint to start over");
    }

    private static void readGroups(
            ScoreJob.Progress progress, List<String> rewards, InputStream input, InputStream output, Path out)
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
                        addGroup(progress, rewards, decoder, block, i, read(line, out));
                    }
                }
            } catch (LineReader.LineTooLong e) {
                scores.readLine(); // it has no score
            }
        }
    }

    private static @Nullable Json read(String line, Path out) {
        try {
            return JsonCodec.read(line, out.toString());
        } catch (GuerdonException e) {
            return null; // the comparison of the hashes says why
        }
    }

    private static void addGroup(
            ScoreJob.Progress progress,
            List<String> rewards,
            LineDecoder decoder,
            LineBlock block,
            int line,
            @Nullable Json scores) {
        String group;
        try {
            group = decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line))
                    .groupId();
        } catch (GuerdonException e) {
            return; // a line that could not be read has no score
        }
        if (group.isEmpty() || scores == null || !scores.isObject()) {
            return;
        }
        for (int r = 0; r < rewards.size(); r++) {
            String name = rewards.get(r);
            Optional<Json> score = rewards.size() == 1
                    ? Optional.of(scores)
                    : scores.find("rewards").flatMap(all -> all.find(name));
            int index = r;
            score.filter(each -> each.find("unscored").isEmpty())
                    .flatMap(each -> each.find("reward"))
                    .ifPresent(reward -> progress.metrics().get(index).addToGroup(group, reward.asDouble()));
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
