package dev.guerdon.scienceworld;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.junit.EnvironmentTck;
import dev.guerdon.junit.Parts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Runs the environment test kit on the official simulator, which takes a second or two for each reset. */
@Tag("slow")
@Tag("thorough")
final class ScienceworldTckTest extends EnvironmentTck {

    private static final boolean SLOW = Boolean.getBoolean("guerdon.slow");

    @BeforeAll
    static void needsTheJar() {
        Parts.scienceworld();
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
        return Task.of("unknown", "", Map.of(LaboratoryEpisode.TASK, "distil"));
    }

    /** The list over-estimates: it names what is inside of closed containers. What must not happen is that the simulator breaks. */
    @Override
    protected boolean refused(Step step) {
        return step.observation().text().contains("ERROR") || step.info().containsKey("error");
    }

    @Override
    protected int concurrentInstances() {
        return SLOW ? 8 : 4;
    }

    @Override
    protected int randomSteps() {
        return SLOW ? 40 : 20;
    }

    @Override
    protected int listedActionsTried() {
        return SLOW ? 12 : 4;
    }
}
