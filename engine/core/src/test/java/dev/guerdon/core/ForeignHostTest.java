package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Guerdon in a process whose class path is somebody else's, as in an executor of Apache Spark. */
@Timeout(300)
class ForeignHostTest {

    /** A reward of the class path. */
    public static final class OfTheClassPath {

        @Reward("of_the_class_path")
        static Map<String, Object> reward(String finalResponse) {
            return Map.of(
                    "reward",
                    finalResponse.length(),
                    "pid",
                    ProcessHandle.current().pid(),
                    "options",
                    String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        }
    }

    /** What the host calls. */
    public static final class Guest {

        private Guest() {}

        public static String run(Path folder) throws IOException {
            Path source = Files.writeString(folder.resolve("Compiled.java"), """
                import dev.guerdon.api.*;
                import java.util.Map;

                class Compiled {
                    @Reward("compiled")
                    static Map<String, Object> reward(String finalResponse) {
                        return Map.of("reward", 2 * finalResponse.length(), "pid", ProcessHandle.current().pid());
                    }
                }
                """);
            Registry registry = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)))
                    .registry();
            registry.rewards(OfTheClassPath.class);
            Map<String, Object> out = new LinkedHashMap<>();
            out.put("pid", ProcessHandle.current().pid());
            out.put("class_path", System.getProperty("java.class.path"));
            try (Scorer scorer = Scorer.builder().threads(1).build()) {
                out.put("here", shown(scorer.score(registry.reward("compiled"), sample())));
            }
            registry.isolate(Isolation.ALL);
            try (Scorer scorer = Scorer.builder().threads(1).isolated(registry).build()) {
                out.put("compiled", shown(scorer.score(registry.reward("compiled"), sample())));
                out.put("of_the_class_path", shown(scorer.score(registry.reward("of_the_class_path"), sample())));
            }
            return JsonCodec.write(out);
        }

        private static Sample sample() {
            return Sample.of("1", "four", List.of(), Map.of());
        }

        private static Map<String, Object> shown(Score score) {
            return switch (score) {
                case Score.Scored scored -> {
                    Map<String, Object> all =
                            new LinkedHashMap<>(scored.result().extras());
                    all.put("reward", scored.result().reward());
                    yield all;
                }
                case Score.Unscored unscored -> Map.of("unscored", unscored.reason() + ": " + unscored.message());
            };
        }
    }

    @TempDir
    private Path folder;

    /** What the guest says in a host that was started with an archive of its own classes. */
    private Json hosted() throws IOException, InterruptedException {
        Path classes = folder.resolve("classes of somebody else");
        Path host = classes.resolve(ForeignHost.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(Objects.requireNonNull(host.getParent()));
        try (InputStream in = Objects.requireNonNull(ForeignHost.class.getResourceAsStream("ForeignHost.class"))) {
            Files.copy(in, host);
        }
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:disable",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-XX:SharedArchiveFile=" + folder.resolve("archive of somebody else.jsa"),
                        "-cp",
                        classes.toString(),
                        ForeignHost.class.getName(),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                                .filter(entry -> !entry.isEmpty())
                                .collect(Collectors.joining(File.pathSeparator)),
                        Guest.class.getName(),
                        folder.toString())
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed + Files.readString(err)).isZero();
        return JsonCodec.read(printed, "what the host printed");
    }

    @Test
    void rewardsAreCompiledAndIsolatedInAClassLoaderOfTheirOwn() throws IOException, InterruptedException {
        Json said = hosted();
        assertThat(said.get("class_path").asString()).endsWith("classes of somebody else");
        long host = said.get("pid").asLong();
        assertThat(said.get("here").asMap()).containsEntry("reward", 8.0);
        assertThat(said.get("here").get("pid").asLong()).isEqualTo(host);
        assertThat(said.get("compiled").asMap()).containsEntry("reward", 8.0);
        assertThat(said.get("compiled").get("pid").asLong()).isNotEqualTo(host);
        assertThat(said.get("of_the_class_path").asMap()).containsEntry("reward", 4.0);
        assertThat(said.get("of_the_class_path").get("pid").asLong()).isNotEqualTo(host);
        assertThat(said.get("of_the_class_path").get("options").asString())
                .as("the archive is one of other classes")
                .contains("-Xmx")
                .doesNotContain("SharedArchiveFile");
    }
}
