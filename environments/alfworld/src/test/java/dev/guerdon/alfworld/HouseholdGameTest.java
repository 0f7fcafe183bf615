package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.alfworld.game.GameEpisode;
import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.alfworld.game.PlanningGame;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HouseholdGameTest {

    @Test
    void theSameSeedGivesTheSameFile() {
        assertThat(JsonCodec.write(Games.houseWithWalkthrough(5)))
                .isEqualTo(JsonCodec.write(Games.houseWithWalkthrough(5)));
        assertThat(HouseholdGame.of(5).problem())
                .isNotEqualTo(HouseholdGame.of(11).problem());
    }

    @Test
    @Tag("slow")
    void everyGameCanBeWonAndIsNotWonAtOnce() {
        LongStream.range(0, 120).forEach(seed -> {
            PlanningGame game = GameReader.read(Games.houseWithWalkthrough(seed), "seed " + seed);
            GameEpisode episode = new GameEpisode(game);
            assertThat(episode.isWon()).isFalse();
            List<String> walkthrough = game.walkthrough().orElseThrow();
            walkthrough.forEach(episode::step);
            assertThat(episode.isWon()).as("seed %d", seed).isTrue();
            assertThat(walkthrough.size()).isLessThan(AlfworldEnvironment.DEFAULT_MAX_STEPS / 2);
        });
    }

    @Test
    void theSuiteHasAllSixTypesAndSeveralRooms() {
        List<Task> tasks = new AlfworldProvider().tasks("", Map.of()).toList();
        assertThat(tasks).hasSize(60);
        Map<String, Long> types = tasks.stream()
                .collect(Collectors.groupingBy(
                        task -> task.field("task_type").orElseThrow().asString(), Collectors.counting()));
        assertThat(types)
                .hasSize(6)
                .allSatisfy((type, count) -> assertThat(count).isEqualTo(10));
        assertThat(tasks)
                .allSatisfy(task -> assertThat(task.messages().getFirst().text().split("\nIn the ", -1).length - 1)
                        .isBetween(2, 4));
    }

    @Test
    void listedCommandsNeverDoNothing() {
        Random random = new Random(1);
        for (long seed = 0; seed < 12; seed++) {
            GameEpisode episode =
                    new GameEpisode(GameReader.read(HouseholdGame.of(seed).json(), "seed " + seed));
            for (int i = 0; i < 60; i++) {
                List<String> commands = episode.commands();
                String command = commands.get(random.nextInt(commands.size()));
                episode.step(command);
                assertThat(episode.text()).as(command).isNotEqualTo("Nothing happens.");
            }
        }
    }

    @Test
    void thePlannerFindsAWayFromAnywhere() {
        Random random = new Random(2);
        for (long seed = 0; seed < 12; seed++) {
            GameEpisode episode =
                    new GameEpisode(GameReader.read(HouseholdGame.of(seed).json(), "seed " + seed));
            for (int i = 0; i < 40; i++) {
                List<String> commands = episode.commands();
                episode.step(commands.get(random.nextInt(commands.size())));
            }
            List<String> plan =
                    GamePlanner.plan(episode.game(), episode.facts()).orElseThrow();
            plan.forEach(episode::step);
            assertThat(episode.isWon()).as("seed %d: %s", seed, plan).isTrue();
        }
    }
}
