package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.RunInfo;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rollouts as JSON lines, of verifiers, of NeMo Gym, or as {@code guerdon export} writes them; plain or compressed. */
final class RolloutLines implements ForeignRun {

    /** No rollout comes near; a compressed line may claim anything. */
    private static final int LONGEST = 64 << 20;

    private final Path file;
    private final DataFiles files;
    private final RolloutShape shape;
    private final Map<?, ?> first;

    RolloutLines(Path file, DataFiles files) throws IOException {
        this.file = file;
        this.files = files;
        Map<?, ?>[] found = new Map<?, ?>[1];
        lines((line, number) -> {
            found[0] = ForeignJson.map(line);
            return false;
        });
        if (found[0] == null) {
            throw new GuerdonException(file + " has no line");
        }
        this.first = found[0];
        this.shape = RolloutShape.of(first)
                .orElseThrow(() -> new GuerdonException("line 1 of " + file + " is no rollout that is known here:"
                        + " expected 'traces' (verifiers), 'prompt' and 'completion' (verifiers before 0.4),"
                        + " 'responses_create_params' and 'response' (NeMo Gym), or 'final_response' (guerdon export);"
                        + " found "
                        + String.join(
                                ", ",
                                first.keySet().stream()
                                        .map(String::valueOf)
                                        .limit(20)
                                        .toList())));
    }

    @Override
    public About about() throws IOException {
        String name = String.valueOf(file.getFileName());
        return new About(
                shape.tool(),
                shape.suite(first).orElse(name.replaceFirst("\\.(jsonl?|ndjson)(\\.(gz|zst))?$", "")),
                shape.model(first),
                "reward",
                new RunInfo.Progress(
                        RunInfo.Status.COMPLETE, Files.getLastModifiedTime(file).toInstant(), Optional.empty(), 0),
                List.of());
    }

    @Override
    public void read(Sink sink) throws IOException {
        lines((line, number) -> {
            Map<?, ?> row = ForeignJson.map(line);
            if (!RolloutShape.of(row).equals(Optional.of(shape))) {
                throw new GuerdonException(
                        "line " + number + " of " + file + " is not a rollout of " + shape.tool() + ", as line 1 is");
            }
            for (ForeignEpisode episode : shape.episodes(row)) {
                sink.take(episode);
            }
            return true;
        });
    }

    private interface LineReader {
        /** Returns whether to go on. */
        boolean take(@Nullable Object line, long number) throws IOException;
    }

    private void lines(LineReader reader) throws IOException {
        try (InputStream in = new BufferedInputStream(files.in(file.toString()), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            long number = 1;
            for (int c = in.read(); ; c = in.read()) {
                if (c >= 0 && c != '\n') {
                    if (line.size() == LONGEST) {
                        throw new GuerdonException("line " + number + " of " + file + " is longer than "
                                + (LONGEST >> 20) + " MiB, which no rollout is");
                    }
                    line.write(c);
                    continue;
                }
                byte[] bytes = line.toByteArray();
                line.reset();
                boolean blank = true;
                for (byte each : bytes) {
                    blank &= each == ' ' || each == '\t' || each == '\r';
                }
                if (!blank
                        && !reader.take(
                                JsonCodec.read(bytes, "line " + number + " of " + file)
                                        .value(),
                                number)) {
                    return;
                }
                if (c < 0) {
                    return;
                }
                number++;
            }
        }
    }

    @Override
    public void close() {}
}
