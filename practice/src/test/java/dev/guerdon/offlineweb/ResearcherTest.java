package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole way on a real browser: agent, rule-based researcher, offline web and reward. */
class ResearcherTest {

    private static final Registry REGISTRY = Registry.discover();

    /** One of each domain, of each kind of answer. */
    private static final List<Integer> SOME = List.of(0, 8, 14, 18, 25, 35);

    @BeforeAll
    static void needsChromium() {
        List<Check> missing = REGISTRY.environment("browser").checks().stream()
                .filter(check -> !check.ok())
                .filter(check -> check.part().toLowerCase(java.util.Locale.ROOT).matches(".*(chromium|node|browser).*"))
                .toList();
        assumeThat(missing).as("Chromium and Node, which the browser needs").isEmpty();
    }

    private static List<Rollout> run(Map<String, String> settings, List<Integer> numbers) {
        List<Task> tasks = REGISTRY.environment("browser")
                .tasks("offline", Map.of())
                .filter(task -> numbers.stream().anyMatch(number -> task.id().equals("offline." + number)))
                .toList();
        assertThat(tasks).hasSameSizeAs(numbers);
        RolloutSetup setup = RolloutSetup.builder(
                        REGISTRY,
                        AgentCatalogue.create(REGISTRY, "web-research", settings),
                        ModelFactory.open(REGISTRY, "policy:web-researcher", null, null))
                .reward(REGISTRY.reward("assistantbench_reward"))
                .limits(RolloutLimits.turns(30))
                .build();
        return RolloutEngine.run(setup, tasks, 1, 2, 1);
    }

    private static double mean(List<Rollout> rollouts) {
        return rollouts.stream()
                .mapToDouble(rollout -> rollout.trajectory().reward().orElse(0))
                .average()
                .orElse(0);
    }

    @Test
    @Tag("slow")
    void fullSettingsSolveAGoodPart() {
        List<Rollout> rollouts = run(Map.of(), SOME);
        assertThat(rollouts).allSatisfy(rollout -> {
            assertThat(rollout.error()).isEmpty();
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        });
        assertThat(mean(rollouts)).isGreaterThanOrEqualTo(0.6);
    }

    @Test
    @Tag("slow")
    void shortPagesSolveLess() {
        List<Integer> long_ = List.of(25, 28, 30);
        assertThat(mean(run(Map.of(), long_))).isEqualTo(1.0);
        List<Rollout> cut = run(Map.of("axtree_limit", "8000"), long_);
        assertThat(mean(cut)).isZero();
        assertThat(cut)
                .allSatisfy(rollout -> assertThat(rollout.turns())
                        .anySatisfy(turn -> assertThat(turn.info()).containsKey(TurnInfo.PAGE_CUT)));
    }

    @Test
    @Tag("slow")
    void sectionsThatAreOffCostWhatTheyGive() {
        assertThat(mean(run(Map.of("section.answer_format", "off"), List.of(0, 8))))
                .isZero();
        assertThat(mean(run(Map.of("section.per_year", "off"), List.of(8)))).isZero();
        assertThat(mean(run(Map.of("section.timezone", "off", "own_section", mistaken()), List.of(0))))
                .isZero();
        assertThat(mean(run(Map.of("section.real_estate", "off"), List.of(14)))).isZero();
    }

    /** The section that the example of iteration brings. */
    private static String mistaken() {
        return SettingFiles.withFiles(
                        Map.of("own_section", "@one-timezone.md"),
                        Path.of(System.getProperty("guerdon.root"), "examples", "web-research-iteration"))
                .getOrDefault("own_section", "");
    }
}
