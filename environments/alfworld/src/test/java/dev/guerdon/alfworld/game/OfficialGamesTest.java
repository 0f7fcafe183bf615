package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.alfworld.GamePlanner;
import dev.guerdon.alfworld.OfficialData;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds for every official game at hand. */
final class OfficialGamesTest {

    @Test
    void aWalkthroughWinsExactlyWithItsLastCommand() throws IOException {
        int played = 0;
        for (Path file : OfficialData.games()) {
            PlanningGame game = GameReader.read(file);
            if (game.walkthrough().isEmpty()) {
                continue;
            }
            GameEpisode episode = new GameEpisode(game);
            List<String> commands = game.walkthrough().get();
            for (int i = 0; i < commands.size(); i++) {
                assertThat(episode.isWon())
                        .as("%s before %s", file, commands.get(i))
                        .isFalse();
                episode.step(commands.get(i));
            }
            assertThat(episode.isWon()).as(file.toString()).isTrue();
            played++;
        }
        assertThat(played).isPositive();
    }

    @Test
    @Tag("slow")
    void thePlannerWinsEveryGame() throws IOException {
        for (Path file : OfficialData.games()) {
            PlanningGame game = GameReader.read(file);
            if (file.toString().contains("textworld_test")) {
                // Its objects have no numbers, so its commands end with a blank, which no player can give.
                assertThat(GamePlanner.plan(game, game.initial())).isEmpty();
                continue;
            }
            assertThat(GamePlanner.plan(game, game.initial()))
                    .as(file.toString())
                    .hasValueSatisfying(plan -> {
                        GameEpisode episode = new GameEpisode(game);
                        plan.forEach(episode::step);
                        assertThat(episode.isWon()).isTrue();
                        assertThat(plan.size())
                                .isLessThanOrEqualTo(2
                                        + 2 * game.walkthrough().map(List::size).orElse(10));
                    });
        }
    }

    @Test
    void gamesOfOneGenerationShareTheirRules() throws IOException {
        Path current = OfficialData.folder().resolve("json_2.1.1");
        Set<GameRules> rules = OfficialData.games().stream()
                .filter(file -> file.startsWith(current))
                .map(GameReader::read)
                .map(PlanningGame::rules)
                .collect(Collectors.toSet());
        assertThat(rules).hasSize(1);
    }

    @Test
    void aSplitIsListedAndPlayedByTaskId() {
        String data = OfficialData.folder().toString();
        AlfworldProvider provider = new AlfworldProvider();
        List<Task> tasks = provider.tasks("valid_seen", Map.of("data", data)).toList();
        assertThat(tasks).isNotEmpty();
        for (Task task : tasks.subList(0, 3)) {
            assertThat(task.fields()).containsKeys("task_id", "split", "task_type");
            try (AlfworldEnvironment environment = provider.open(Map.of())) {
                Step first = environment.reset(task);
                assertThat(task.messages().getFirst().text())
                        .endsWith(first.observation().text());
                assertThat(environment.taskType())
                        .isEqualTo(task.field("task_type").orElseThrow().asString());
            }
        }
        assertThat(provider.tasks("eval_in_distribution", Map.of("data", data)).map(Task::id))
                .containsExactlyElementsOf(tasks.stream().map(Task::id).toList());
    }
}
