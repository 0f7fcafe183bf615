package dev.guerdon.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ExitCallsTest {

    private static final String SOURCE = """
        import dev.guerdon.api.*;
        import java.util.function.IntConsumer;

        public final class Ends {
            @Reward("ends")
            public static int ends(String finalResponse, long big, double bigger) {
                IntConsumer way;
                switch (finalResponse) {
                    case "system" -> System.exit(3);
                    case "runtime" -> Runtime.getRuntime().exit(4);
                    case "halt" -> { for (int i = 0; i < 3; i++) { Runtime.getRuntime().halt(i + 5); } }
                    case "reference" -> { way = System::exit; way.accept(6); }
                    case "bound" -> { way = Runtime.getRuntime()::halt; way.accept(7); }
                    case "lambda" -> new Thread(() -> {}).run();
                    case "caught" -> { try { System.exit(8); } catch (Exception e) { return 2; } }
                    default -> { return many(finalResponse.length()); }
                }
                return 0;
            }

            static int many(int i) {
                switch (i) {
                    case 1: return 10;
                    case 2: return 20;
                    case 3: Runtime.getRuntime().exit(9);
                    case 100000: return 30;
                    default: return Runtime.getRuntime().availableProcessors() > 0 ? 40 : 50;
                }
            }
        }
        """;

    private static Score score(Registry registry, String response) {
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            return scorer.score(
                    registry.reward("ends"),
                    Sample.of("1", response, List.of(), Map.of("big", 1L << 40, "bigger", 0.1)));
        }
    }

    private static void check(Registry registry) {
        Map.of(
                        "system", "called System.exit(3)",
                        "runtime", "called Runtime.exit(4)",
                        "halt", "called Runtime.halt(5)",
                        "reference", "called System.exit(6)",
                        "bound", "called Runtime.halt(7)",
                        "caught", "called System.exit(8)",
                        "abc", "called Runtime.exit(9)")
                .forEach((response, message) -> assertThat(score(registry, response))
                        .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                            assertThat(unscored.reason()).isEqualTo(Score.Reason.ERROR);
                            assertThat(unscored.message()).startsWith("ends " + message);
                        }));
        Map.of("lambda", 0.0, "a", 10.0, "ab", 20.0, "abcd", 40.0)
                .forEach((response, reward) -> assertThat(((Score.Scored) score(registry, response))
                                .result()
                                .reward())
                        .isEqualTo(reward));
    }

    @Test
    void sourcesCannotEndTheProgram(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("Ends.java"), SOURCE);
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(file)))) {
            check(plugins.registry());
        }
    }

    @Test
    void jarsCannotEndTheProgram(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/some/where")).resolve("Ends.java");
        Files.writeString(source, "package some.where;\n" + SOURCE);
        Path plugin = Files.writeString(source.resolveSibling("EndsPlugin.java"), """
            package some.where;

            public final class EndsPlugin implements dev.guerdon.api.Plugin {
                @Override
                public void install(Registration registration) {
                    registration.rewards(Ends.class);
                }
            }
            """);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int result = Objects.requireNonNull(javax.tools.ToolProvider.getSystemJavaCompiler())
                .run(
                        null,
                        null,
                        null,
                        "-parameters",
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString(),
                        plugin.toString());
        assertThat(result).isZero();
        Path jar = folder.resolve("ends.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("some/where/Ends.class", "some/where/EndsPlugin.class")) {
                out.putNextEntry(new JarEntry(name));
                out.write(Files.readAllBytes(classes.resolve(name)));
            }
            out.putNextEntry(new JarEntry("META-INF/services/dev.guerdon.api.Plugin"));
            out.write("some.where.EndsPlugin\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(jar), List.of(), List.of()))) {
            check(plugins.registry());
        }
    }

    @Test
    void otherClassesStayAsTheyAre() throws IOException {
        for (Class<?> type : List.of(Scorer.class, Registry.class, ExitCalls.class, String.class)) {
            try (InputStream in = Objects.requireNonNull(
                    type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class"))) {
                assertThat(ExitCalls.replaced(in.readAllBytes())).isEmpty();
            }
        }
        assertThat(ExitCalls.replaced(new byte[] {1, 2, 3})).isEmpty();
    }
}
