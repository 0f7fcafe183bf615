package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.scienceworld.LaboratoryEpisode.Simplifications;
import dev.guerdon.scienceworld.LaboratoryEpisode.TaskNames;
import dev.guerdon.scienceworld.LaboratoryProvider.Split;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of tasks, labels of simplifications, words for splits. */
final class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "boil, boil",
        "1-1, boil",
        "10-2, mendelian-genetics-unknown-plant",
        "Matter Changes of State (Boiling), boil",
        "task-1-boil, boil",
        "task-10-mendellian-genetics-(known-plant), mendelian-genetics-known-plant",
        "task-2a-test-conductivity, test-conductivity",
        "zzz, zzz",
        "task-ab-1-x, 1-x"
    })
    void aTaskIsKnownByItsNumberItsTitleAndItsOldNames(String named, String name) {
        assertThat(TaskNames.normalise(named)).isEqualTo(name);
    }

    @Test
    void easyStandsAloneOrIsSpelledOut() {
        assertThat(Simplifications.check("", "boil")).isEmpty();
        assertThat(Simplifications.check("easy", "boil")).isEqualTo("easy");
        assertThat(Simplifications.check("openDoors,teleportAction", "boil")).isEqualTo("openDoors,teleportAction");
        assertThat(Simplifications.check("easy,openContainers", "boil"))
                .isEqualTo("teleportAction,openDoors,selfWateringFlowerPots,noElectricalAction,openContainers");
        assertThat(Simplifications.check("easy,openDoors", "test-conductivity"))
                .isEqualTo("teleportAction,openDoors,selfWateringFlowerPots");
    }

    @Test
    void wrongLabelsAreRefusedBeforeTheSimulatorSeesThem() {
        assertThatThrownBy(() -> Simplifications.check("openDors", "boil"))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("openDors", "did you mean 'openDoors'");
        assertThatThrownBy(() -> Simplifications.check("noElectricalAction", "power-component"))
                .hasMessageContainingAll("noElectricalAction", "power-component");
    }

    @ParameterizedTest
    @CsvSource({"0, '', '', ''", "1, 0, '', 0", "2, 0, '', 1", "3, 0, 1, 2", "4, 0 1, 2, 3", "10, 0 1 2 3, 4 5, 6 7 8 9"
    })
    void splitsAreHalfAQuarterAndTheRest(int count, String train, String dev, String test) {
        assertThat(words(Split.TRAIN, count)).isEqualTo(train);
        assertThat(words(Split.DEV, count)).isEqualTo(dev);
        assertThat(words(Split.TEST, count)).isEqualTo(test);
        assertThat(Split.ALL.variations(count).count()).isEqualTo(count);
    }

    private static String words(Split split, int count) {
        List<String> all = split.variations(count).mapToObj(String::valueOf).toList();
        return String.join(" ", all);
    }

    @Test
    void unknownWordsAreRefused() {
        assertThatThrownBy(() -> Split.of("validation")).hasMessageContainingAll("validation", "dev");
        assertThatThrownBy(() -> Queries.of("all")).hasMessageContainingAll("all", "wrapper", "none");
    }
}
