package dev.guerdon.junit;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;

/** Runs the kit on the smallest environment that passes it. */
class CountdownTckTest extends EnvironmentTck {

    @Override
    protected EnvironmentProvider provider() {
        return new CountdownProvider();
    }

    @Override
    protected List<String> episode() {
        return List.of("2", "three", "1", "2");
    }

    @Override
    protected Task unknownTask() {
        return Task.of("countdown-0", "Count down from nothing.", Map.of("from", 0));
    }

    @Override
    protected boolean refused(Step step) {
        return step.observation().text().equals("What?");
    }
}
