package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("thorough")
final class GoldPathsTest {

    /** Those that take a second at most; with {@code -Dguerdon.slow=true} all thirty. */
    private static final List<String> QUICK = List.of(
            "find-non-living-thing",
            "lifespan-longest-lived-then-shortest-lived",
            "chemistry-mix-paint-tertiary-color",
            "test-conductivity-of-unknown-substances",
            "power-component",
            "use-thermometer",
            "identify-life-stages-2");

    @BeforeAll
    static void needsTheJar() {
        OfficialJar.require();
    }

    static List<String> tasks() {
        if (!OfficialJar.slow()) {
            return QUICK;
        }
        LaboratorySimulator simulator = OfficialJar.pool().take();
        try {
            return simulator.taskNames();
        } finally {
            OfficialJar.pool().giveBack(simulator);
        }
    }

    @ParameterizedTest
    @MethodSource("tasks")
    @Tag("slow")
    void theGoldPathReachesTheFullScoreWhereNothingElseIsAsked(String name) {
        try (ScienceworldEnvironment environment = OfficialJar.environment(Queries.NONE)) {
            environment.reset(Task.of(name, "", Map.of(LaboratoryEpisode.TASK, name, LaboratoryEpisode.VARIATION, 1)));
            List<String> path = environment.goldPath();
            assertThat(environment.hint()).contains(path.getFirst());
            Step last = null;
            for (String action : path) {
                last = environment.step(action);
            }
            assertThat(last).isNotNull();
            assertThat(last.info()).containsEntry("score", 100).containsEntry("valid", List.of());
            assertThat(last.done()).isTrue();
            assertThat(environment.bestScore()).isEqualTo(1.0);
            assertThat(environment.describeState()).isNotEmpty();
        }
    }
}
