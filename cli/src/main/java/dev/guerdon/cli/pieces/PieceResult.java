package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of the episodes of a piece.
 *
 * @param host the machine that played them
 * @param time how long it took
 * @param played the episodes that were played
 * @param lines what their environments put into the folder of the run; see {@link RunLines}
 */
record PieceResult(String host, Duration time, List<Played> played, Map<String, List<String>> lines) {

    /**
     * An episode that was played.
     *
     * @param place its place in the piece
     * @param episode its result, as plain values
     */
    record Played(int place, @Nullable Object episode, Artifacts artifacts) {

        /**
         * Returns an episode without what this process knows to be a secret: the one that stores the rollout does not know the keys in the
         * environment of this one.
         */
        static Played of(int place, Rollout rollout, Artifacts artifacts) {
            Episode episode = new Episode(
                    EpisodeDetail.hiddenCounted(rollout.plan().task(), rollout.trajectory(), rollout.finalResponse()),
                    rollout.finalResponse(),
                    rollout.score(),
                    rollout.turns(),
                    rollout.usage(),
                    SecretFilter.known().redact(rollout.error()));
            Object hidden =
                    SecretFilter.known().hideKeysIn(PieceCodec.plain(episode)).value();
            return new Played(place, hidden, artifacts);
        }

        Rollout rollout(RolloutPlan plan) {
            Episode read = PieceCodec.record(episode, Episode.class);
            return new Rollout(
                    plan, read.trajectory, read.finalResponse, read.score, read.turns, read.usage, read.error);
        }
    }

    /** A rollout without its plan, which the driver has. */
    private record Episode(
            Trajectory trajectory, String finalResponse, Score score, List<Turn> turns, Usage usage, String error) {}

    /**
     * The files that an episode left, such as screenshots.
     *
     * @param folder whether there is a folder, be it empty
     * @param files the files by their paths below it, with {@code /}; a folder has a name that ends with it
     * @param leftOut files that were not taken along, because all of them together are too large
     */
    record Artifacts(boolean folder, Map<String, byte[]> files, List<String> leftOut) {

        /** Number of bytes of files that one episode may send; a long episode in a browser has a fifth of it. */
        static final long MAX_BYTES = 64L << 20;

        static final Artifacts NONE = new Artifacts(false, Map.of(), List.of());

        static Artifacts in(Path folder, long mostBytes) throws IOException {
            if (!Files.isDirectory(folder)) {
                return NONE;
            }
            List<Path> found;
            try (Stream<Path> walk = Files.walk(folder)) {
                found = walk.filter(path -> !path.equals(folder)).sorted().toList();
            }
            Map<String, byte[]> files = new LinkedHashMap<>();
            List<String> leftOut = new ArrayList<>();
            long bytes = 0;
            for (Path path : found) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                if (Files.isDirectory(path)) {
                    files.put(name + "/", new byte[0]);
                } else if (Files.isRegularFile(path)) {
                    long size = Files.size(path);
                    if (bytes + size > mostBytes) {
                        leftOut.add(name);
                    } else {
                        files.put(name, Files.readAllBytes(path));
                        bytes += size;
                    }
                }
            }
            return new Artifacts(true, files, leftOut);
        }

        /** Returns how many bytes the files have. */
        long bytes() {
            return files.values().stream().mapToLong(bytes -> bytes.length).sum();
        }

        /** Writes the files into a folder. */
        void writeTo(Path into) throws IOException {
            if (!folder) {
                return;
            }
            Files.createDirectories(into);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path path = into.resolve(file.getKey()).normalize();
                if (!path.startsWith(into.normalize())) {
                    throw new GuerdonException(
                            "an artifact must lie in the folder of its episode, found " + file.getKey());
                }
                if (file.getKey().endsWith("/")) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.resolveSibling("."));
                    Files.write(path, file.getValue());
                }
            }
        }
    }
}
