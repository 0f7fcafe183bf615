package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCompilerTest {

    @TempDir
    private Path folder;

    private final Registry registry = new Registry();

    private Path file(String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name), source);
    }

    @Test
    void registersAnnotatedMethodsAndFunctionsOfAFile() throws IOException {
        Path file = file("My rewards.java", """
            import dev.guerdon.api.*;
            import java.util.Map;

            public class MyRewards {
                private int calls;

                @Reward("brief")
                Map<String, Object> brief(String finalResponse, int mostWords) {
                    int words = finalResponse.isBlank() ? 0 : finalResponse.strip().split(" +").length;
                    return Map.of("reward", words <= mostWords, "words", words);
                }
            }

            class PoliteReward implements RewardFunction {
                @Override
                public Object score(Sample sample) {
                    return sample.finalResponse().contains("please") ? 1 : 0;
                }
            }
            """);
        assertThat(install(List.of(file), registry)).containsExactly("brief", "polite_reward");
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            Sample sample =
                    Sample.of("1", "two words", List.of(Message.assistant("two words")), Map.of("most_words", 2));
            assertThat(scorer.score(registry.reward("brief"), sample))
                    .isEqualTo(new Score.Scored(new RewardResult(1, Map.of("words", 2))));
            assertThat(scorer.score(registry.reward("polite_reward"), sample))
                    .isEqualTo(new Score.Scored(RewardResult.of(0)));
        }
    }

    private static final String PROVIDER = """
        import dev.guerdon.api.*;
        import java.util.Map;
        import java.util.stream.Stream;

        class Room implements EnvironmentProvider {
            private final String wall = "white";

            public String name() { return "room"; }
            public String description() { return "A room."; }
            public java.util.List<Option> options() { return java.util.List.of(); }
            public Environment open(Map<String, String> options) { throw new UnsupportedOperationException(); }
            public Task task(Map<String, String> options) { return Task.of("t", "Look.", Map.of()); }
            public Stream<Task> tasks(String split, Map<String, String> options) { return Stream.of(task(options)); }

            @Tool(value = "look", description = "Look at the wall.")
            String look() { return wall; }

            @Reward("tidy")
            static double tidy() { return 1; }
        }
        """;

    @Test
    void whatIsAnnotatedInAnExtensionIsRegistered() throws Exception {
        assertThat(install(List.of(file("Room.java", PROVIDER)), registry)).containsExactly("look", "room", "tidy");
        assertThat(registry.tool("look")
                        .call(Map.of(), dev.guerdon.api.Context.detached(Map.of()))
                        .text())
                .isEqualTo("white");
    }

    @Test
    void pluginMayRegisterTheSameItselfAndBeSeveralThings() throws IOException {
        Path plugin = file("House.java", PROVIDER + """

            class House implements Plugin {
                public void install(Registration registration) {
                    Room room = new Room();
                    registration.rewards(Room.class);
                    registration.add(room);
                    registration.tools(room);
                }

                @Reward("large")
                static double large() { return 1; }
            }
            """);
        Path both = file("Both.java", """
            import dev.guerdon.api.*;

            class Both implements RewardFunction {
                public Object score(Sample sample) { return 1; }

                @Reward("half")
                double half() { return 0.5; }
            }
            """);
        assertThat(install(List.of(plugin, both), registry))
                .containsExactly("both", "half", "large", "look", "room", "tidy");
    }

    @Test
    void namesOfTwoClassesStillCollide() throws IOException {
        Path other = file(
                "Other.java", "class Other { @dev.guerdon.api.Reward(\"tidy\") static int other() { return 1; } }");
        Path room = file("Room.java", PROVIDER);
        assertThatThrownBy(() -> install(List.of(other, room), registry)).hasMessageContaining("'tidy' is taken twice");
    }

    @Test
    void filesAreCompiledTogether() throws IOException {
        Path one = file("One.java", "class One { static final double HALF = 0.5; }");
        Path two = file(
                "Two.java",
                "class Two { @dev.guerdon.api.Reward(\"half\") static double half() { return One.HALF; } }");
        assertThat(install(List.of(one, two), registry)).containsExactly("half");
    }

    @Test
    void pluginDecidesWhatItsFileRegisters() throws IOException {
        Path file = file("House.java", """
            import dev.guerdon.api.*;

            public class House implements Plugin {
                @Override
                public void install(Registration registration) {
                    registration.reward("judge", new Judge("key"));
                    registration.reward("one", sample -> 1);
                }
            }

            record Judge(String key) implements RewardFunction {
                @Override
                public Object score(Sample sample) {
                    return key.length();
                }
            }
            """);
        Path other = file(
                "Other.java", "class Other { @dev.guerdon.api.Reward(\"other\") static int other() { return 1; } }");
        assertThat(install(List.of(file, other), registry)).containsExactly("judge", "one", "other");
    }

    @Test
    void aFileThatDoesNotCompileShowsLineAndReason() throws IOException {
        Path file = file("Bad.java", "class Bad {\n  int x = \"text\";\n}\n");
        assertThatThrownBy(() -> install(List.of(file), registry))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("Bad.java does not compile:")
                .hasMessageContaining("Bad.java:2: incompatible types");
    }

    @Test
    void aFileWithoutARewardIsRefused() throws IOException {
        Path file = file("Empty.java", "class Empty {}\n");
        assertThatThrownBy(() -> install(List.of(file), registry))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("has no reward and nothing else");
    }

    /** Returns the names of what was added, sorted. */
    private static List<String> install(List<Path> files, Registry registry) {
        int before = registry.added().size();
        Plugins.compile(SourceFile.read(files), registry, new PluginLoader(List.of()))
                .forEach(registry::installNow);
        List<String> all = registry.added();
        return all.subList(before, all.size()).stream().sorted().toList();
    }
}
