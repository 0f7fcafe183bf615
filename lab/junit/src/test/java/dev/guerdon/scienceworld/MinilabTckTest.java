package dev.guerdon.scienceworld;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.junit.EnvironmentTck;
import dev.guerdon.scienceworld.minilab.MinilabSimulator;
import java.util.List;
import java.util.Map;

/** Runs the environment test kit on minilab. */
final class MinilabTckTest extends EnvironmentTck {

    @Override
    protected EnvironmentProvider provider() {
        return new MinilabProvider();
    }

    @Override
    protected List<String> episode() {
        return new MinilabSimulator().goldPath("boil", 0, "");
    }

    @Override
    protected Task unknownTask() {
        return Task.of("unknown", "", Map.of(LaboratoryEpisode.TASK, "distil"));
    }

    @Override
    protected boolean refused(Step step) {
        return step.observation().text().matches("No known action.*|.*(cannot|nothing to|has no|already|of no use).*");
    }
}
