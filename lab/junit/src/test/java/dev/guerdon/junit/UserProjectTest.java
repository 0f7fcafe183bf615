package dev.guerdon.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserProjectTest {

    private static final String REWARD = """
            package org.example.rewards;

            import dev.guerdon.api.Reward;

            public final class Brief {
                @Reward("brief")
                static double brief(String finalResponse) {
                    return Words.count(finalResponse) < 3 ? 1 : 0;
                }
            }
            """;
    private static final String WORDS = """
            package org.example.rewards;

            final class Words {
                static int count(String text) {
                    return text.strip().split(" +").length;
                }
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aRewardNeedsTheApiAlone() throws Exception {
        Registry registry = new Registry();
        try (UserProject project = UserProject.compile(folder, List.of(REWARD, WORDS), Context.class);
                Scorer scorer = Scorer.create()) {
            registry.rewards(project.type("org.example.rewards.Brief"));
            assertThat(scorer.score(registry.reward("brief"), Sample.of("1", "two words", List.of(), Map.of())))
                    .isInstanceOfSatisfying(
                            Score.Scored.class,
                            scored -> assertThat(scored.result().reward()).isEqualTo(1.0));
        }
    }

    @Test
    void aModuleThatIsNoDependencyCannotBeUsed() {
        String source = "package org.example; public class Uses { dev.guerdon.core.Registry registry; }";
        assertThatThrownBy(() -> UserProject.compile(folder, List.of(source), Context.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("package dev.guerdon.core does not exist");
    }
}
