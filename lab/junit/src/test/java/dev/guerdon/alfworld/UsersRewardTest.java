package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import dev.guerdon.junit.UserProject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reward and a tool in a project of a user's own look at the game that the rollout plays. */
final class UsersRewardTest {

    private static final String SOURCE = """
            package org.example.household;

            import dev.guerdon.alfworld.Alfworld;
            import dev.guerdon.api.Context;
            import dev.guerdon.api.Reward;
            import dev.guerdon.api.Tool;
            import java.util.LinkedHashMap;
            import java.util.Map;

            public final class Household {

                @Reward("household_progress")
                static Map<String, Object> progress(Context context) {
                    Alfworld game = Alfworld.of(context);
                    long wasted = game.history().stream().filter(turn -> !turn.understood()).count();
                    Map<String, Object> result = new LinkedHashMap<>();
                    result.put("reward", game.won() ? 1 : 0.5 * game.progress());
                    result.put("wasted", wasted);
                    result.put("steps", game.steps());
                    result.put("left", game.expertPlan().map(java.util.List::size).orElse(-1));
                    result.put("goal", game.goal());
                    result.put("carries", game.facts("carries").toString());
                    return result;
                }

                @Tool(value = "follow_the_expert", description = "Do what the expert would do next.")
                static String follow(Context context) {
                    Alfworld game = Alfworld.of(context);
                    return game.step(game.expertPlan().orElseThrow().getFirst()).observation().text();
                }
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Registry registry = new Registry();

    private UserProject compiled() throws Exception {
        UserProject project = UserProject.compile(folder, List.of(SOURCE), Context.class, Alfworld.class);
        Class<?> type = project.type("org.example.household.Household");
        registry.rewards(type);
        registry.tools(type);
        new AlfworldPlugin().install(registry);
        return project;
    }

    private Map<String, ?> scored(Scorer scorer, Task task, Context context) {
        Sample sample = Sample.of(task.id(), "", context.trajectory(), task.fields(), context);
        Score score = scorer.score(registry.reward("household_progress"), sample);
        assertThat(score).isInstanceOf(Score.Scored.class);
        var result = ((Score.Scored) score).result();
        Map<String, @Nullable Object> all = new HashMap<>(result.extras());
        all.put("reward", result.reward());
        return all;
    }

    private static int number(Map<String, ?> scored, String name) {
        return ((Number) Objects.requireNonNull(scored.get(name))).intValue();
    }

    @Test
    @Tag("slow")
    void itScoresTheGameThatTheToolsPlay() throws Exception {
        Task task = Task.of("t", "", Map.of("task_id", "bundled-3", "split", "bundled"));
        try (UserProject project = compiled();
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                Scorer scorer = Scorer.create();
                RolloutContext context = resources.rollout("r", "", task.fields())) {
            assertThat(project).isNotNull();
            Map<String, ?> before = scored(scorer, task, context);
            assertThat(before.get("carries")).isEqualTo("[]");
            assertThat((Double) before.get("reward")).isBetween(0.0, 0.4);
            registry.tool("alfworld_step").call(Map.of("action", "sing a song"), context);
            int left = number(before, "left");
            assertThat(left).isGreaterThan(2);
            for (int i = 0; i < left; i++) {
                registry.tool("follow_the_expert").call(Map.of(), context);
                Map<String, ?> now = scored(scorer, task, context);
                assertThat(number(now, "left")).isEqualTo(left - i - 1);
            }
            Map<String, ?> after = scored(scorer, task, context);
            assertThat(after.get("reward")).isEqualTo(1.0);
            assertThat(number(after, "wasted")).isEqualTo(1);
            assertThat(number(after, "steps")).isEqualTo(left + 1);
            assertThat(after.get("goal")).isEqualTo(Alfworld.of(context).goal());
        }
    }

    @Test
    void outsideOfARolloutItIsUnscoredAndSaysWhy() throws Exception {
        try (UserProject project = compiled();
                Scorer scorer = Scorer.create()) {
            assertThat(project).isNotNull();
            Sample sample = Sample.of("1", "done", List.of(), Map.of("task_id", "bundled-3"));
            assertThat(scorer.score(registry.reward("household_progress"), sample))
                    .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                        assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
                        assertThat(unscored.message()).contains("alfworld", "rollout");
                    });
        }
    }

    @Test
    void aHandleOfAnEnvironmentNeedsAnEpisode() {
        assertThatThrownBy(() -> Alfworld.of(new AlfworldProvider().open(Map.of())))
                .hasMessageContaining("no episode has begun");
    }
}
