package dev.guerdon.scienceworld;

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
import dev.guerdon.junit.Parts;
import dev.guerdon.junit.UserProject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reward and a tool in a project of a user's own look at the laboratory in which the rollout acts. */
final class UsersRewardTest {

    private static final String SOURCE = """
            package org.example.laboratory;

            import dev.guerdon.api.Context;
            import dev.guerdon.api.Reward;
            import dev.guerdon.api.Tool;
            import dev.guerdon.scienceworld.Scienceworld;
            import java.util.LinkedHashMap;
            import java.util.Map;

            public final class Careful {

                @Reward("careful_minilab")
                static Map<String, Object> minilab(Context context) {
                    return careful(Scienceworld.minilab(context));
                }

                @Reward("careful_scienceworld")
                static Map<String, Object> scienceworld(Context context) {
                    return careful(Scienceworld.of(context));
                }

                private static Map<String, Object> careful(Scienceworld world) {
                    Map<String, Object> result = new LinkedHashMap<>();
                    result.put("reward", world.failed() ? 0 : world.bestScore());
                    result.put("score", world.score());
                    result.put("progress", world.progress());
                    result.put("solved", world.solved());
                    result.put("ended", world.ended());
                    result.put("moves", world.moves());
                    result.put("task", world.taskName() + " " + world.variation());
                    result.put("reached", world.subgoals().stream()
                            .filter(Scienceworld.Subgoal::reached)
                            .map(Scienceworld.Subgoal::text)
                            .toList()
                            .toString());
                    result.put("inventory", world.inventory());
                    result.put("look", world.look());
                    result.put("actions", world.actions().size());
                    return result;
                }

                @Tool(value = "ask_for_goals", description = "Say which goals are left.")
                static String goals(Context context) {
                    return Scienceworld.minilab(context).goalProgress();
                }
            }
            """;

    @TempDir
    private Path folder;

    private final Registry registry = new Registry();

    private UserProject compiled() throws Exception {
        UserProject project = UserProject.compile(folder, List.of(SOURCE), Context.class, Scienceworld.class);
        Class<?> type = project.type("org.example.laboratory.Careful");
        registry.rewards(type);
        registry.tools(type);
        new ScienceworldPlugin().install(registry);
        return project;
    }

    private Map<String, Object> scored(String reward, Scorer scorer, Task task, Context context) {
        Sample sample = Sample.of(task.id(), "", context.trajectory(), task.fields(), context);
        Score score = scorer.score(registry.reward(reward), sample);
        assertThat(score).isInstanceOf(Score.Scored.class);
        var result = ((Score.Scored) score).result();
        Map<String, Object> all = new HashMap<>(result.extras());
        all.put("reward", result.reward());
        return all;
    }

    @Test
    void itScoresTheMinilabInWhichTheToolsAct() throws Exception {
        Task task = Task.of("t", "", Map.of("task_name", "boil", "variation_idx", 1));
        try (UserProject project = compiled();
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(30));
                Scorer scorer = Scorer.create();
                RolloutContext context = resources.rollout("r", "", task.fields())) {
            assertThat(project).isNotNull();
            assertThat(scored("careful_minilab", scorer, task, context))
                    .containsEntry("reward", 0.0)
                    .containsEntry("task", "boil 1")
                    .containsEntry("reached", "[]")
                    .containsEntry("ended", false);
            List<String> path = Scienceworld.minilab(context).goldPath();
            for (String action : path) {
                registry.tool("minilab_explorer").call(Map.of("action", action), context);
            }
            assertThat(scored("careful_minilab", scorer, task, context))
                    .containsEntry("reward", 1.0)
                    .containsEntry("score", 1.0)
                    .containsEntry("progress", 1.0)
                    .containsEntry("solved", true)
                    .containsEntry("ended", true)
                    .containsEntry("actions", path.size())
                    .hasEntrySatisfying(
                            "reached", reached -> assertThat((String) reached).contains("the substance is gas"));
            assertThat(registry.tool("ask_for_goals").call(Map.of(), context).text())
                    .contains("[x] the substance is gas");
        }
    }

    @Test
    void itScoresTheScienceworldInWhichTheToolsAct() throws Exception {
        Parts.scienceworld();
        Task task = Task.of("t", "", Map.of("task_name", "find-living-thing", "variation_idx", 0));
        try (UserProject project = compiled();
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(30));
                Scorer scorer = Scorer.create();
                RolloutContext context = resources.rollout("r", "", task.fields())) {
            assertThat(project).isNotNull();
            for (String action : List.of("open door to kitchen", "go to kitchen")) {
                registry.tool("scienceworld_explorer").call(Map.of("action", action), context);
            }
            Map<String, Object> before = scored("careful_scienceworld", scorer, task, context);
            assertThat((Double) before.get("reward")).isBetween(0.01, 0.5);
            assertThat(before)
                    .containsEntry("moves", 2)
                    .containsEntry("progress", 0.0)
                    .containsEntry(
                            "reached",
                            "[Be in a room with an open door, Move to a new location, Move to the location of the answer box]");
            assertThat((String) before.get("look")).startsWith("This room is called the kitchen");
            assertThat((String) before.get("inventory")).startsWith("In your inventory");
            assertThat(scored("careful_scienceworld", scorer, task, context))
                    .as("looking changes nothing")
                    .isEqualTo(before);
            registry.tool("scienceworld_explorer").call(Map.of("action", "focus on stove"), context);
            assertThat(scored("careful_scienceworld", scorer, task, context))
                    .containsEntry("reward", 0.0)
                    .containsEntry("score", -1.0)
                    .containsEntry("ended", true);
            assertThat(Scienceworld.of(context).bestScore()).isEqualTo(before.get("reward"));
            assertThat(Scienceworld.of(context).taskDescription()).startsWith("Your task is to find");
        }
    }

    @Test
    void outsideOfARolloutItIsUnscoredAndSaysWhy() throws Exception {
        try (UserProject project = compiled();
                Scorer scorer = Scorer.create()) {
            assertThat(project).isNotNull();
            for (String reward : List.of("careful_minilab", "careful_scienceworld")) {
                Sample sample = Sample.of("1", "done", List.of(), Map.of("task_name", "boil"));
                assertThat(scorer.score(registry.reward(reward), sample))
                        .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                            assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
                            assertThat(unscored.message()).contains("needs a running rollout");
                        });
            }
        }
    }

    @Test
    void aHandleOfAnEnvironmentNeedsAnEpisode() {
        ScienceworldEnvironment environment = (ScienceworldEnvironment) new MinilabProvider().open(Map.of());
        assertThatThrownBy(() -> Scienceworld.of(environment)).hasMessageContaining("no episode has begun");
        environment.reset(Task.of("t", "", Map.of()));
        assertThat(Scienceworld.of(environment).taskName()).isEqualTo("boil");
    }
}
