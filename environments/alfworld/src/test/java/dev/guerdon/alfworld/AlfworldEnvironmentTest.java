package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AlfworldEnvironmentTest {

    private final AlfworldProvider provider = new AlfworldProvider();

    private AlfworldEnvironment begin(Map<String, String> options) {
        AlfworldEnvironment environment = provider.open(options);
        environment.reset(provider.task(options));
        return environment;
    }

    @Test
    void theLimitCountsSenselessCommandsToo() {
        AlfworldEnvironment environment = begin(Map.of("seed", "1"));
        for (int i = 1; i < 50; i++) {
            assertThat(environment.step(i % 2 == 0 ? "" : "sing").done()).isFalse();
        }
        Step last = environment.step("look");
        assertThat(last.done()).isTrue();
        assertThat(last.reward()).isZero();
        assertThat(environment.step("inventory")).isEqualTo(last.afterEnd());
        assertThat(environment.steps()).isEqualTo(50);
        assertThat(environment.hint()).isEmpty();
    }

    @Test
    void withCompatAndNoLimitPlayGoesOnAfterTheGoal() {
        AlfworldEnvironment environment = begin(Map.of("seed", "0", "max-steps", "0", "compat", "true"));
        Step step = null;
        while (environment.hint().isPresent()) {
            step = environment.step(environment.hint().get());
        }
        assertThat(step).isNotNull();
        assertThat(step.done()).isTrue();
        String thing = environment.objective().split(" ", -1)[2];
        String back = environment.actions().stream()
                .filter(command -> command.startsWith("take " + thing))
                .findFirst()
                .orElseThrow();
        Step after = environment.step(back);
        assertThat(after.done()).isFalse();
        assertThat(after.reward()).isZero();
        assertThat(after.observation().attributes()).containsEntry("won", false).containsEntry("score", 0);
        for (int i = 0; i < 100; i++) {
            assertThat(environment.step("look").done()).isFalse();
        }
    }

    @Test
    void followingTheHintsWinsWithRewardOne() {
        AlfworldEnvironment environment = begin(Map.of("seed", "4"));
        Step step = environment.last().orElseThrow();
        assertThat(step.observation().attributes().keySet()).containsExactly("admissible_commands", "score", "won");
        while (!step.done()) {
            step = environment.step(environment.hint().orElseThrow());
        }
        assertThat(step.reward()).isEqualTo(1.0);
        assertThat(environment.isWon()).isTrue();
        assertThat(environment.describeState()).contains("lies:", "chilled:");
    }

    @Test
    void theGoalIsPaidOnceAndWhatComesAfterIsRefused() {
        for (String limit : List.of("50", "0")) {
            AlfworldEnvironment environment = begin(Map.of("seed", "4", "max-steps", limit));
            double sum = 0;
            Step step = environment.last().orElseThrow();
            while (!step.done()) {
                step = environment.step(environment.hint().orElseThrow());
                sum += step.reward();
            }
            assertThat(step.terminated()).isTrue();
            assertThat(step.limit()).isEmpty();
            int steps = environment.steps();
            for (String action : List.of("look", "inventory", "", "x".repeat(20_000), "help")) {
                Step after = environment.step(action);
                sum += after.reward();
                assertThat(after.done()).isTrue();
                assertThat(after.terminated()).isTrue();
                assertThat(after.info()).containsKey(Step.ERROR);
                assertThat(after.observation().text()).contains("over", "Reset");
                assertThat(after.score()).hasValue(1);
            }
            assertThat(sum).as("the return").isEqualTo(1.0);
            assertThat(environment.steps()).isEqualTo(steps);
            assertThat(environment.history()).hasSize(steps);
            assertThat(environment.restart().done()).isFalse();
            assertThat(environment.step("look").done()).isFalse();
        }
    }

    @Test
    void withCompatTheLastAnswerIsRepeatedAsTheReferenceRepeatsIt() {
        AlfworldEnvironment environment = begin(Map.of("seed", "4", "compat", "true"));
        Step step = environment.last().orElseThrow();
        while (!step.done()) {
            step = environment.step(environment.hint().orElseThrow());
        }
        assertThat(environment.step("look")).isSameAs(step);
        assertThat(step.reward()).isEqualTo(1.0);
    }

    @Test
    void theLimitIsNamedAndItsStepIsTruncated() {
        AlfworldEnvironment environment = begin(Map.of("seed", "1", "max-steps", "3"));
        environment.step("look");
        environment.step("x".repeat(16_385));
        Step last = environment.step("y".repeat(100_000));
        assertThat(last.truncated()).isTrue();
        assertThat(last.terminated()).isFalse();
        assertThat(last.limit()).isEqualTo("steps");
        assertThat(last.observation().text()).contains("100,000", "16,384");
        assertThat(environment.step("look").limit()).isEqualTo("steps");
    }

    @Test
    void whatTheTaskLeavesOpenTheSeedDecides() {
        try (AlfworldEnvironment one = provider.open(Map.of());
                AlfworldEnvironment two = provider.open(Map.of())) {
            Task open = Task.of("any", "", Map.of());
            Set<String> games = new HashSet<>();
            for (long seed : new long[] {0, 1, 2, 3, 50, -7, Long.MAX_VALUE / 10}) {
                Step first = one.reset(open, seed);
                games.add(one.taskId());
                assertThat(two.reset(open, seed)).isEqualTo(first);
            }
            assertThat(games).hasSize(7);
            one.reset(Task.of("named", "", Map.of("task_id", "bundled-5")), 9);
            assertThat(one.taskId()).as("a name is a name").isEqualTo("bundled-5");
            one.reset(Task.of("seeded", "", Map.of("seed", 5)));
            assertThat(one.taskId()).isEqualTo("bundled-5");
        }
    }

    @Test
    void manyOnOneGamePlayAsIfAlone() {
        Random random = new Random(11);
        Task task = Task.of("t", "", Map.of("task_id", "bundled-3"));
        List<AlfworldEnvironment> together = new ArrayList<>();
        List<List<String>> played = new ArrayList<>();
        List<List<Step>> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            together.add(provider.open(Map.of()));
            answers.add(new ArrayList<>(List.of(together.get(i).reset(task, i))));
            played.add(new ArrayList<>());
        }
        for (int turn = 0; turn < 30; turn++) {
            for (int i = 0; i < together.size(); i++) {
                List<String> commands = together.get(i).actions();
                String command = random.nextInt(6) == 0 ? "sing" : commands.get(random.nextInt(commands.size()));
                played.get(i).add(command);
                answers.get(i).add(together.get(i).step(command));
            }
        }
        for (int i = 0; i < together.size(); i++) {
            AlfworldEnvironment alone = provider.open(Map.of());
            assertThat(alone.reset(task, i)).isEqualTo(answers.get(i).getFirst());
            for (int turn = 0; turn < 30; turn++) {
                assertThat(alone.step(played.get(i).get(turn)))
                        .as("environment %d, turn %d", i, turn)
                        .isEqualTo(answers.get(i).get(turn + 1));
            }
        }
    }

    @Test
    void aGameThatIsPlayedIsHeldOnceHoweverManyOthersCameAfter() {
        try (AlfworldEnvironment early = provider.open(Map.of());
                AlfworldEnvironment others = provider.open(Map.of());
                AlfworldEnvironment late = provider.open(Map.of())) {
            Task open = Task.of("t", "", Map.of());
            early.reset(open, 1_000_000);
            for (long seed = 0; seed < 300; seed++) {
                others.reset(open, 2_000_000 + seed);
            }
            late.reset(open, 1_000_000);
            assertThat(late.episode().game()).isSameAs(early.episode().game());
        }
    }

    @Test
    void commandsFoundWithoutListingAreThoseThatAreListed() {
        Random random = new Random(5);
        for (long seed = 0; seed < 6; seed++) {
            AlfworldEnvironment reads = begin(Map.of("seed", "" + seed, "max-steps", "0", "compat", "true"));
            AlfworldEnvironment doesNot = begin(Map.of("seed", "" + seed, "max-steps", "0", "compat", "true"));
            for (int i = 0; i < 40; i++) {
                List<String> commands = reads.actions();
                String command = commands.get(random.nextInt(commands.size()));
                String given = random.nextInt(5) == 0 ? command + " 1" : random.nextBoolean() ? command : " " + command;
                Step listed = reads.step(given);
                Step unlisted = doesNot.step(given);
                assertThat(unlisted.observation().text())
                        .isEqualTo(listed.observation().text());
            }
            assertThat(doesNot.last()).isEqualTo(reads.last());
        }
    }

    @Test
    void aTaskMaySetItsOwnLimit() {
        AlfworldEnvironment environment = provider.open(Map.of());
        environment.reset(Task.of("t", "", Map.of("task_id", "bundled-2", "max_steps", 1)));
        Step last = environment.step("look");
        assertThat(last.done()).isTrue();
        assertThat(last.end()).as("cut, and not lost by the agent").isEqualTo(Step.End.truncated("steps"));
    }

    @Test
    void fieldsOfTheWrongKindAreNamedAndLeaveTheEpisodeAsItIs() {
        AlfworldEnvironment environment = begin(Map.of("seed", "1"));
        environment.step("look");
        for (Map<String, Object> fields : List.<Map<String, Object>>of(
                Map.of("max_steps", -1),
                Map.of("max_steps", "many"),
                Map.of("seed", "x"),
                Map.of("task_id", "bundled-"),
                Map.of("task_id", "bundled-1e3"),
                Map.of("task_id", "bundled-99999999999999999999"),
                Map.of("game", "a\0b"),
                Map.of("game", List.of("x")),
                Map.of("split", "bundled", "task_id", "trial_1"))) {
            assertThatThrownBy(() -> environment.reset(Task.of("t", "", Map.copyOf(fields)), 0))
                    .as(fields.toString())
                    .isInstanceOf(GuerdonException.class);
        }
        assertThat(environment.steps()).isEqualTo(1);
        assertThat(environment.step("look").done()).isFalse();
    }

    @Test
    void aStepBeforeTheFirstResetSaysSo() {
        assertThatThrownBy(() -> provider.open(Map.of()).step("look")).hasMessageContaining("reset");
        assertThatThrownBy(() -> provider.open(Map.of()).restart()).hasMessageContaining("reset");
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThatThrownBy(() -> provider.open(Map.of("max-steps", "many")))
                .hasMessageContaining("--max-steps", "'many'");
        assertThatThrownBy(() -> provider.open(Map.of("max-steps", "-1"))).hasMessageContaining("-1");
        assertThatThrownBy(() -> provider.task(Map.of("seed", "x"))).hasMessageContaining("--seed");
        assertThatThrownBy(() -> provider.task(Map.of("game", "no/such/file"))).hasMessageContaining("no/such/file");
    }

    @Test
    void aGameFileAloneCanBePlayed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve(GameFolder.GAME), JsonCodec.write(Games.houseWithWalkthrough(3)));
        AlfworldEnvironment environment = begin(Map.of("game", file.toString()));
        assertThat(environment.gameFile()).isEqualTo(file.toString());
        assertThat(environment.taskType()).isEmpty();
        for (String named : List.of(folder.toString(), folder + "/", folder + "/./" + GameFolder.GAME)) {
            assertThat(begin(Map.of("game", named)).objective()).as(named).isEqualTo(environment.objective());
        }
        assertThat(environment.objective()).isEqualTo(HouseholdGame.of(3).sentence());
    }

    @Test
    void theDoctorSaysWhatIsThere() {
        assertThat(provider.checks()).isNotEmpty().first().matches(check -> check.ok());
    }
}
