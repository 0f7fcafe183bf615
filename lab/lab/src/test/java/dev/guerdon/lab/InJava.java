package dev.guerdon.lab;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.SuiteFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A suite written in Java, registered for the tests. */
public final class InJava implements SuiteFactory {

    @Override
    public String name() {
        return "in-java";
    }

    @Override
    public String description() {
        return "as many sums as the split says";
    }

    @Override
    public Suite load(Registry registry, String split) {
        int count = split.isEmpty() ? 3 : Integer.parseInt(split);
        List<Task> tasks = IntStream.range(0, count)
                .mapToObj(i -> Task.of("sum-" + i, "What is " + i + " + 1?", Map.of("answer", String.valueOf(i + 1))))
                .toList();
        Suite.Part part = Suite.Part.builder("sums", "math_equal_reward", tasks)
                .model("policy:math-calculator")
                .tools(List.of("calculator"))
                .limits(RolloutLimits.turns(5))
                .build();
        return new Suite("in-java", description(), List.of(part));
    }
}
