package dev.guerdon.cli.pieces;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A score job for tests, on a cluster of threads unless it is given another. */
final class Scoring {

    /** The rewards of tests; predefined ones, so that engines find them. */
    static final List<String> REWARDS = List.of("qa_f1_reward");

    private final Path scratch;
    private final String in;
    private final Path out;
    Registry registry = Registry.discover();
    List<String> rewards = REWARDS;

    @Nullable
    String format;

    Map<String, String> options = Map.of();

    long pieceSize;
    Duration pieceTime = Duration.ofMinutes(1);
    Duration deadline = Duration.ofSeconds(60);

    @Nullable
    Double fallback;

    List<String> notices = new ArrayList<>();
    Consumer<ClusterScoring.Progress> progress = any -> {};

    private Scoring(Path scratch, String in, Path out) {
        this.scratch = scratch;
        this.in = in;
        this.out = out;
    }

    static Scoring of(Path scratch, Path in, Path out) {
        return new Scoring(scratch, in.toString(), out);
    }

    static Scoring named(Path scratch, String in, Path out) {
        return new Scoring(scratch, in, out);
    }

    static Scoring table(Path scratch, String name, Path out) {
        Scoring scoring = new Scoring(scratch, name, out);
        scoring.format = "rows";
        return scoring;
    }

    Scoring pieceSize(long bytes) {
        pieceSize = bytes;
        return this;
    }

    Scoring pieceTime(Duration time) {
        pieceTime = time;
        return this;
    }

    Scoring rewards(Registry from, String... names) {
        registry = from;
        rewards = List.of(names);
        return this;
    }

    ClusterScoring job(Cluster cluster) {
        return new ClusterScoring(
                cluster,
                new ClusterScoring.Job(
                        in,
                        format,
                        options,
                        out.toString(),
                        registry,
                        rewards.stream().map(registry::reward).toList(),
                        fallback,
                        deadline,
                        pieceSize,
                        pieceTime),
                new ClusterScoring.Listener() {
                    @Override
                    public void progress(ClusterScoring.Progress now) {
                        progress.accept(now);
                    }

                    @Override
                    public void notice(String sentence) {
                        notices.add(sentence);
                    }
                });
    }

    ClusterScoring.End run(Cluster cluster) throws Exception {
        return job(cluster).run();
    }

    ClusterScoring.End run() throws Exception {
        try (Cluster cluster = new ThreadCluster(scratch, new LocalStore(), 2)) {
            return run(cluster);
        }
    }

    /** All parts, by name. */
    static String parts(Path out) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path part : files(out, "")) {
            all.append(Files.readString(part, StandardCharsets.UTF_8));
        }
        return all.toString();
    }

    /** The parts below a folder of the output, by name. */
    static List<Path> files(Path out, String below) throws IOException {
        Path root = out.resolve(below);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().startsWith("part-"))
                    .filter(file -> !root.relativize(file).toString().startsWith("_"))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
    }
}
