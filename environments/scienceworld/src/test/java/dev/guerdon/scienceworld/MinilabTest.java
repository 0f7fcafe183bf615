package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.scienceworld.minilab.MinilabSimulator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MinilabTest {

    private final MinilabSimulator lab = new MinilabSimulator();

    static Stream<LaboratoryEpisode> episodes() {
        MinilabSimulator lab = new MinilabSimulator();
        return lab.taskNames().stream()
                .flatMap(task -> IntStream.range(0, lab.variations(task))
                        .mapToObj(variation -> new LaboratoryEpisode(task, variation, "")));
    }

    @ParameterizedTest
    @MethodSource("episodes")
    void theGoldPathOfEveryVariationReachesTheFullScoreWithinTheStepLimit(LaboratoryEpisode episode) {
        List<String> path = lab.goldPath(episode.task(), episode.variation(), "");
        lab.load(episode.task(), episode.variation(), "");
        double before = 0;
        for (String action : path) {
            assertThat(lab.completed()).as("before %s", action).isFalse();
            assertThat(lab.validActions()).contains(action);
            lab.step(action);
            assertThat(lab.score()).as("after %s", action).isGreaterThanOrEqualTo(before);
            before = lab.score();
        }
        assertThat(lab.completed()).as(path.toString()).isTrue();
        assertThat(lab.score()).isEqualTo(1);
        assertThat(lab.moves()).isLessThanOrEqualTo(ScienceworldEnvironment.STEP_LIMIT);
    }

    @Test
    void everyVariationIsAnotherWorldOrTask() {
        Set<String> seen = new HashSet<>();
        episodes().forEach(episode -> {
            lab.load(episode.task(), episode.variation(), "");
            String solution =
                    String.join("\n", new MinilabSimulator().goldPath(episode.task(), episode.variation(), ""));
            assertThat(seen.add(lab.taskDescription() + lab.look() + solution))
                    .as(episode.id())
                    .isTrue();
        });
    }

    @Test
    void aWrongFocusFailsTheTaskAndResetTaskMakesItPossibleAgain() {
        lab.load("boil", 0, "");
        lab.step("focus on picture");
        assertThat(lab.score()).isEqualTo(-1);
        lab.step("go to store room");
        assertThat(lab.score()).as("a failure stays").isEqualTo(-1);
        lab.step("reset task");
        assertThat(lab.score()).isEqualTo(0);
        lab.step("focus on the water");
        assertThat(lab.score()).isEqualTo(0.5);
    }

    @Test
    void helpfulStepsGiveAPartOfTheScore() {
        lab.load("boil", 0, "");
        lab.step("go to kitchen");
        assertThat(lab.score()).isEqualTo(1.0 / 3 / 3);
        lab.step("turn on the stove");
        assertThat(lab.score()).isEqualTo(2.0 / 3 / 3);
    }

    @Test
    void theAnswerInTheWrongBoxFails() {
        lab.load("test-conductivity", 0, "");
        List<String> path = new ArrayList<>(lab.goldPath("test-conductivity", 0, ""));
        lab.load("test-conductivity", 0, "");
        path.set(path.size() - 1, path.getLast().replace("red box", "blue box"));
        path.forEach(lab::step);
        assertThat(lab.score()).isEqualTo(-1);
        assertThat(lab.completed()).isFalse();
    }

    @Test
    void aClosedDoorKeepsTheAgentInAndAClosedFreezerHidesWhatIsInside() {
        lab.load("freeze", 1, "");
        assertThat(lab.step("go to hall")).isEqualTo("The door to the hall is closed.");
        assertThat(lab.step("open door to hall")).isEqualTo("The door is now open.");
        assertThat(lab.step("go to hall")).isEqualTo("You walk to the hall.");
        lab.load("freeze", 1, "");
        lab.goldPath("freeze", 1, "");
        assertThat(lab.look()).contains("a freezer, which is closed").doesNotContain("small dish");
        assertThat(lab.step("look at small dish")).isEqualTo("No known action matches that input.");
    }

    @Test
    void lookingTakesNoTimeAndWaitingTakesTen() {
        lab.load("melt", 0, "");
        lab.step("look around");
        lab.step("inventory");
        lab.step("task");
        lab.step("gibberish");
        assertThat(lab.moves()).isZero();
        lab.step("wait");
        assertThat(lab.moves()).isEqualTo(10);
        lab.step("wait1");
        assertThat(lab.moves()).isEqualTo(11);
    }

    @Test
    void whatIsHeatedCoolsDownAgain() {
        lab.load("melt", 4, "");
        lab.goldPath("melt", 4, "");
        assertThat(lab.look()).contains("molten butter");
        lab.step("deactivate stove");
        lab.step("pick up small dish");
        for (int i = 0; i < 4; i++) {
            lab.step("wait");
        }
        assertThat(lab.inventory()).contains("some butter").doesNotContain("molten");
    }

    @Test
    void randomPlayNeverMeetsARefusalOfAListedActionOrTwoThingsOfOneName() {
        Random dice = new Random(7);
        episodes().filter(episode -> episode.variation() % 4 == 2).forEach(episode -> {
            lab.load(episode.task(), episode.variation(), "");
            for (int i = 0; i < 60; i++) {
                List<String> valid = lab.validActions();
                assertThat(valid).doesNotHaveDuplicates().isSorted();
                String action = valid.get(dice.nextInt(valid.size()));
                assertThat(lab.step(action)).as(action).doesNotStartWith("No known action");
                assertThat(lab.score()).isBetween(-1.0, 1.0);
            }
        });
    }

    @Test
    void anUnknownVariationIsAnError() {
        assertThatThrownBy(() -> lab.load("boil", 99, ""))
                .hasMessageContaining("boil")
                .hasMessageContaining("99");
    }
}
