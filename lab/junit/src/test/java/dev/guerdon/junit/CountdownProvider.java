package dev.guerdon.junit;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A tiny world to test with: count down from the task's {@code from} to zero, in steps of one or two. */
final class CountdownProvider implements EnvironmentProvider {

    private final Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);

    CountdownProvider(Flaw... flaws) {
        this.flaws.addAll(List.of(flaws));
    }

    @Override
    public String name() {
        return "countdown";
    }

    @Override
    public String description() {
        return flaws.contains(Flaw.NO_DESCRIPTION) ? "" : "Count down to exactly zero.";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("from", "N", "where to start, 1 to 100"));
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new Countdown(flaws);
    }

    @Override
    public Task task(Map<String, String> options) {
        return task(Integer.parseInt(options.getOrDefault("from", "5")));
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return IntStream.rangeClosed(1, 10)
                .mapToObj(from -> task(flaws.contains(Flaw.ONE_ID_FOR_ALL_TASKS) ? 5 : from));
    }

    private static Task task(int from) {
        return Task.of("countdown-" + from, "Count down from " + from + " to zero.", Map.of("from", from));
    }
}
