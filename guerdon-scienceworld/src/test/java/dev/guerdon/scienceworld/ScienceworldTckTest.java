package dev.guerdon.scienceworld;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.junit.EnvironmentTck;
import dev.guerdon.scienceworld.simulator.Episode;
import dev.guerdon.scienceworld.simulator.JarLocation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Runs the environment test kit on the official simulator. */
final class ScienceworldTckTest extends EnvironmentTck {

    @BeforeAll
    static void needsTheJar() {
        OfficialJar.requireInPlace();
    }

    @Override
    protected EnvironmentProvider provider() {
        return new ScienceworldProvider(JarLocation.ofThisProcess());
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("task", "find-living-thing");
    }

    /** A wrong focus fails the task, which ends it. */
    @Override
    protected List<String> episode() {
        return List.of("open door to kitchen", "go to kitchen", "no such action", "focus on stove");
    }

    @Override
    protected Task unknownTask() {
        return Task.of("unknown", "", Map.of(Episode.TASK, "distil"));
    }

    /** The list over-estimates: it names what is inside of closed containers. What must not happen is that the simulator breaks. */
    @Override
    protected boolean refused(Step step) {
        return step.observation().text().contains("ERROR") || step.info().containsKey("error");
    }

    @Override
    protected int concurrentInstances() {
        return 8;
    }

    @Override
    protected int randomSteps() {
        return 40;
    }

    @Override
    protected int listedActionsTried() {
        return 12;
    }
}
