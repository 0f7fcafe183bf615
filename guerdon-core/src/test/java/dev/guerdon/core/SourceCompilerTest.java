package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
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
        assertThat(SourceCompiler.install(file, registry)).containsExactly("brief", "polite_reward");
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            Sample sample =
                    Sample.of("1", "two words", List.of(Message.assistant("two words")), Map.of("most_words", 2));
            assertThat(scorer.score(registry.reward("brief"), sample))
                    .isEqualTo(new Score.Scored(new RewardResult(1, Map.of("words", 2))));
            assertThat(scorer.score(registry.reward("polite_reward"), sample))
                    .isEqualTo(new Score.Scored(RewardResult.of(0)));
        }
    }

    @Test
    void filesAreCompiledTogether() throws IOException {
        Path one = file("One.java", "class One { static final double HALF = 0.5; }");
        Path two = file(
                "Two.java",
                "class Two { @dev.guerdon.api.Reward(\"half\") static double half() { return One.HALF; } }");
        assertThat(SourceCompiler.install(List.of(one, two), registry)).containsExactly("half");
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
        assertThat(SourceCompiler.install(List.of(file, other), registry)).containsExactly("judge", "one", "other");
    }

    @Test
    void aFileThatDoesNotCompileShowsLineAndReason() throws IOException {
        Path file = file("Bad.java", "class Bad {\n  int x = \"text\";\n}\n");
        assertThatThrownBy(() -> SourceCompiler.install(file, registry))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("Bad.java does not compile:")
                .hasMessageContaining("Bad.java:2: incompatible types");
    }

    @Test
    void aFileWithoutARewardIsRefused() throws IOException {
        Path file = file("Empty.java", "class Empty {}\n");
        assertThatThrownBy(() -> SourceCompiler.install(file, registry))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("has no reward and nothing else");
    }
}
