package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** User code never runs in the process of the command: not its static initialisers, not its constructors, not its installation. */
class UserCodeTest {

    /** Code that may stand anywhere, by what it does. {@code halt} is not a call that the class loader could replace. */
    private static final Map<String, String> DEEDS = Map.of(
            "halt",
            "try { Class<?> r = Class.forName(\"java.lang.Runtime\"); r.getMethod(\"halt\", int.class)"
                    + ".invoke(r.getMethod(\"getRuntime\").invoke(null), 0); } catch (Exception e) {}",
            "spin",
            "long n = 0; while (n >= 0) { n = n + 1 & Long.MAX_VALUE; }",
            "allocate",
            "java.util.List<long[]> all = new java.util.ArrayList<>(); while (all != null) { all.add(new long[1 <<"
                    + " 20]); }",
            "throw",
            "if (\"\".isEmpty()) { throw new IllegalStateException(\"nope\"); }");

    private static final Map<String, String> SENTENCES = Map.of(
            "halt",
            "failed: its worker process ended with exit code 0, as System.exit or Runtime.halt do",
            "spin",
            "failed: its worker process was not done after 5 s, and was ended",
            "allocate",
            "failed: its worker process ran out of memory (it may use 256 MiB)",
            "throw",
            "java.lang.IllegalStateException: nope (");

    @TempDir
    private Path folder;

    private final List<String> printed = new CopyOnWriteArrayList<>();

    private String trace() {
        return "try { java.nio.file.Files.writeString(java.nio.file.Path.of(\"" + folder.resolve("trace")
                + "\"), ProcessHandle.current().pid() + \"\\n\", java.nio.file.StandardOpenOption.CREATE,"
                + " java.nio.file.StandardOpenOption.APPEND);"
                + " } catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }";
    }

    private Path source(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Plugins load(List<Path> jars, List<Path> sources) {
        return load(jars, sources, Plugins.TO_DESCRIBE);
    }

    /** What spins needs the limit, and the others should not notice it on a slow machine. */
    private static Duration limit(String deed) {
        return deed.equals("spin") ? Duration.ofSeconds(5) : Plugins.TO_DESCRIBE;
    }

    private Plugins load(List<Path> jars, List<Path> sources, Duration limit) {
        return Plugins.load(
                new PluginPath(jars, List.of(), sources),
                List.of(),
                Isolation.FOREIGN.memory(256L << 20).output(printed::add),
                limit);
    }

    /** Code of the user's ran, and none of it here. */
    private void assertRanElsewhere() throws IOException {
        assertThat(Files.readAllLines(folder.resolve("trace")))
                .isNotEmpty()
                .doesNotContain(String.valueOf(ProcessHandle.current().pid()));
    }

    private static String withPlace(String place, String code) {
        return switch (place) {
            case "initialiser" -> "static { " + code + " }";
            case "constructor" -> "public Hostile() { " + code + " }";
            default -> "";
        };
    }

    private String plugin(String place, String code) {
        return """
            public class Hostile implements dev.guerdon.api.Plugin {
                %s
                @Override
                public void install(dev.guerdon.api.Plugin.Registration registration) {
                    %s
                    registration.reward("fine", sample -> 1);
                }
            }
            """.formatted(withPlace(place, trace() + code), place.equals("install") ? trace() + code : "");
    }

    @ParameterizedTest
    @CsvSource({
        "initialiser,halt", "initialiser,spin", "initialiser,allocate", "initialiser,throw",
        "constructor,halt", "constructor,spin", "constructor,allocate", "constructor,throw",
        "install,halt", "install,spin", "install,allocate", "install,throw"
    })
    @Tag("slow")
    void hostilePluginCostsOneSentence(String place, String deed) throws IOException {
        Path source = source("Hostile.java", plugin(place, Objects.requireNonNull(DEEDS.get(deed))));
        assertThatThrownBy(() -> load(List.of(), List.of(source), limit(deed)).close())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("the class Hostile of Hostile.java")
                .hasMessageContaining(SENTENCES.get(deed))
                .message()
                .doesNotContain("\n");
        assertRanElsewhere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"halt", "allocate", "throw"})
    void hostilePluginOfAJarCostsOneSentence(String deed) throws IOException {
        Path jar = jar("Hostile", plugin("install", Objects.requireNonNull(DEEDS.get(deed))));
        assertThatThrownBy(() -> load(List.of(jar), List.of()).close())
                .hasMessageContaining("the plugin Hostile of " + jar.toRealPath())
                .hasMessageContaining(SENTENCES.get(deed));
        assertRanElsewhere();
    }

    private Path jar(String name, String text) throws IOException {
        Path source = source(name + ".java", text);
        Path classes = Files.createDirectories(folder.resolve(name));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-parameters",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString()))
                .isZero();
        Path jar = folder.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                var files = Files.list(classes)) {
            for (Path file : files.toList()) {
                out.putNextEntry(new JarEntry(file.getFileName().toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
            out.putNextEntry(new JarEntry("META-INF/services/dev.guerdon.api.Plugin"));
            out.write(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            out.closeEntry();
        }
        return jar;
    }

    @ParameterizedTest
    @CsvSource({"initialiser,halt", "initialiser,throw", "constructor,halt", "constructor,throw", "initialiser,spin"})
    @Tag("slow")
    void hostileRewardCostsOneSentenceAndOnlyItself(String place, String deed) throws IOException {
        Path source = source("Two.java", """
            import dev.guerdon.api.*;

            class Two {
                @Reward("good") static double good(String finalResponse) { %s return finalResponse.length(); }

                static class Hostile implements RewardFunction {
                    %s
                    @Override
                    public Object score(Sample sample) { return 1; }
                }
            }
            """.formatted(
                        trace(), withPlace(place, trace() + DEEDS.get(deed)).replace("public Hostile", "Hostile")));
        try (Plugins plugins = load(List.of(), List.of(source), limit(deed))) {
            Registry registry = plugins.registry();
            assertThat(registry.rewardNames()).contains("good", "hostile");
            assertThatThrownBy(() -> registry.reward("hostile"))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("Two$Hostile")
                    .hasMessageContaining(SENTENCES.get(deed));
            assertThat(score(registry, "good", "four")).isEqualTo(4);
            assertThat(registry.rewards())
                    .filteredOn(entry -> entry.name().equals("hostile"))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.description()).startsWith("cannot be used: "));
        }
        assertRanElsewhere();
    }

    private static double score(Registry registry, String reward, String response) {
        try (Scorer scorer = Scorer.builder().threads(1).isolated(registry).build()) {
            Score score = scorer.score(registry.reward(reward), Sample.of("1", response, List.of(), Map.of()));
            assertThat(score).isInstanceOf(Score.Scored.class);
            return ((Score.Scored) score).result().reward();
        }
    }

    @Test
    void workerThatDescribedScoresToo() throws IOException {
        Path source = source("Good.java", """
            class Good {
                static { %s }
                @dev.guerdon.api.Reward("good") static double good(String finalResponse) { return 4; }
            }
            """.formatted(trace()));
        try (Plugins plugins = load(List.of(), List.of(source))) {
            assertThat(score(plugins.registry(), "good", "four")).isEqualTo(4);
        }
        assertRanElsewhere();
        assertThat(Files.readAllLines(folder.resolve("trace"))).hasSize(1);
    }

    @Test
    void whatIsPrintedIsShownAsPrintedWhileLoadingAndBounded() throws IOException {
        Path source = source("Hostile.java", plugin("install", """
            System.out.println("hello from install");
            for (int i = 0; i < 20_000; i++) { System.err.println("0123456789012345678901234567890123456789"); }
            """));
        try (Plugins plugins = load(List.of(), List.of(source))) {
            assertThat(plugins.registry().rewardNames()).contains("fine");
        }
        assertThat(printed).contains("printed while loading: hello from install");
        assertThat(String.join("", printed)).hasSizeBetween(100_000, 600_000).contains("the rest is left out");
        assertRanElsewhere();
    }

    @Test
    void rewardIsDescribedAsInTheProcess() throws IOException {
        Path source = source("Kinds.java", """
            import dev.guerdon.api.*;
            import java.util.*;

            class Kinds {
                enum Level { EASY, HARD }

                @Reward(value = "Fields", description = "d", example = "{\\"id\\":1}", work = Reward.Work.WAIT)
                static double fields(
                        String finalResponse, List<Map<String, Integer>> lists, Optional<Long> maybe,
                        @Field("max-price") double most, @Field.Default("\\"easy\\"") Level level) {
                    return level == Level.HARD ? 1 : 0;
                }
            }
            """);
        RewardEntry there;
        PluginPath path = new PluginPath(List.of(), List.of(), List.of(source));
        try (Plugins here = Plugins.load(path);
                Plugins plugins = load(List.of(), List.of(source))) {
            there = plugins.registry().reward("fields");
            RewardEntry plain = here.registry().reward("fields");
            assertThat(there.save()).isEqualTo(plain.save());
            assertThat(there.isForeign()).isTrue();
            RewardEntry hard = plugins.registry().reward("fields(level=hard)");
            assertThat(hard.save())
                    .isEqualTo(here.registry().reward("fields(level=hard)").save());
            assertThatThrownBy(() -> plugins.registry().reward("fields(level=odd)"))
                    .hasMessage(message(() -> here.registry().reward("fields(level=odd)")));
            assertThatThrownBy(() -> plugins.registry().reward("fields(levle=hard)"))
                    .hasMessage(message(() -> here.registry().reward("fields(levle=hard)")));
            Map<String, String> map = Map.of("lists", "theirs");
            assertThat(plugins.registry().mapped(List.of(there), map).getFirst().save())
                    .isEqualTo(here.registry()
                            .mapped(List.of(plain), map)
                            .getFirst()
                            .save());
            assertThatThrownBy(() -> plugins.registry().mapped(List.of(there), Map.of("lsits", "x")))
                    .hasMessage(message(() -> here.registry().mapped(List.of(plain), Map.of("lsits", "x"))));
        }
    }

    private static String message(Runnable code) {
        try {
            code.run();
        } catch (GuerdonException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("nothing was thrown");
    }

    @Test
    void whatOnlyThisProcessCanUseIsLoadedWhenItIsLookedUp() throws IOException {
        Path source = source("Mixed.java", """
            import dev.guerdon.api.*;
            import java.util.List;

            class Mixed {
                static class Still implements Policy {
                    static { %s }
                    @Override public String name() { return "still"; }
                    @Override public String description() { return "d"; }
                    @Override public Session begin(Task task, Context context, long seed) { return messages -> null; }
                }

                static class Broken implements Policy {
                    static { if ("".isEmpty()) throw new IllegalStateException("nope"); }
                    @Override public String name() { return "broken"; }
                    @Override public String description() { return "d"; }
                    @Override public Session begin(Task task, Context context, long seed) { return messages -> null; }
                }

                @Reward("good") static double good(String finalResponse) { return 1; }
            }
            """.formatted(trace()));
        try (Plugins plugins = load(List.of(), List.of(source))) {
            assertThat(score(plugins.registry(), "good", "")).isEqualTo(1);
            assertThat(folder.resolve("trace")).doesNotExist();
            Policy policy = plugins.registry().policy("Still");
            assertThat(policy.name()).isEqualTo("still");
            assertThat(Files.readAllLines(folder.resolve("trace")))
                    .containsExactly(String.valueOf(ProcessHandle.current().pid()));
            assertThatThrownBy(() -> plugins.registry().policy("broken"))
                    .hasMessageContaining("the class Mixed$Broken of Mixed.java could not be loaded:"
                            + " java.lang.IllegalStateException: nope");
        }
    }

    @Test
    void compilerThatRunsOutOfMemoryCostsOneSentence() throws IOException {
        StringBuilder text = new StringBuilder("class Bomb {\n  static final String A0 = \"0123456789abcdef\";\n");
        for (int i = 1; i < 27; i++) {
            text.append("  static final String A%d = A%d + A%d;\n".formatted(i, i - 1, i - 1));
        }
        Path source = source("Bomb.java", text + "  static final String B = A26 + \"x\" + A26;\n}\n");
        assertThatThrownBy(() -> load(List.of(), List.of(source)).close())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("compiling " + source + " failed")
                .hasMessageContaining("memory");
    }

    @Test
    void sourceThatIsNestedTooDeeplyCostsOneSentence() throws IOException {
        String deep = "(".repeat(50_000) + "1" + ")".repeat(50_000);
        Path source = source("Deep.java", "class Deep { int x = " + deep + "; }");
        assertThatThrownBy(() -> load(List.of(), List.of(source)).close())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("Deep.java")
                .hasMessageNotContaining("\n\tat");
    }

    @Test
    void pluginOfTheCompilerInAJarDoesNotRun() throws IOException {
        Path trap = jar("Trap", """
            public class Trap implements com.sun.source.util.Plugin, dev.guerdon.api.Plugin {
                @Override public String getName() { return "trap"; }
                @Override public boolean autoStart() { return true; }
                @Override public void init(com.sun.source.util.JavacTask task, String... args) { %s }
                @Override public void install(dev.guerdon.api.Plugin.Registration registration) {}
            }
            """.formatted(trace()));
        try (var files = java.nio.file.FileSystems.newFileSystem(trap)) {
            Files.writeString(files.getPath("META-INF/services/com.sun.source.util.Plugin"), "Trap");
        }
        Path source =
                source("One.java", "class One { @dev.guerdon.api.Reward(\"one\") static int one() { return 1; } }");
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(trap), List.of(), List.of(source)))) {
            assertThat(plugins.registry().reward("one").name()).isEqualTo("one");
        }
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @Test
    void rewardCannotGetIntoThisProcessByAskingForAResource() throws IOException {
        Path source = source("Wants.java", """
            import dev.guerdon.api.*;

            class Wants {
                @Reward("wants") static double wants(Context context) {
                    %s
                    context.acquire(ResourceSpec.local("lamp", Resource.class, 1, () -> null), Context.Scope.ROLLOUT, lamp -> {});
                    return 1;
                }
            }
            """.formatted(trace()));
        try (Plugins plugins = load(List.of(), List.of(source));
                Scorer scorer =
                        Scorer.builder().threads(1).isolated(plugins.registry()).build()) {
            Score score = scorer.score(plugins.registry().reward("wants"), Sample.of("1", "", List.of(), Map.of()));
            assertThat(score).isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
                assertThat(unscored.message()).contains("the resource 'lamp' needs a running rollout");
            });
        }
        assertRanElsewhere();
    }
}
