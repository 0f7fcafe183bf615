package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.base.Secrets;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.prompt.RunPrompts;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is written of a run before its first episode. */
@Internal
public final class NewRun {

    private NewRun() {}

    public static RunInfo info(Registry registry, RunOptions options, Suite suite) {
        GitState git = GitState.of(Path.of("").toAbsolutePath());
        return new RunInfo(
                "",
                Secrets.known().redact(options.note()),
                new RunInfo.Setup(
                        suite.name(),
                        distinct(suite, Suite.Part::agent),
                        Secrets.known().redact(distinct(suite, Suite.Part::model)),
                        distinct(suite, Suite.Part::decidingReward),
                        Secrets.known().redact(RunPrompts.named(settings(suite))),
                        suite.tasks().stream().map(Task::id).toList(),
                        options.repeat(),
                        options.seed(),
                        suite.parts().stream()
                                .map(Suite.Part::limits)
                                .mapToInt(RolloutLimits::turns)
                                .max()
                                .orElse(0)),
                RunInfo.Progress.since(Instant.now()),
                new RunInfo.Origin(
                        git.commit(),
                        git.dirty(),
                        Provenance.of(options, suite.parts(), RunPrompts.of(registry, suite.parts()))));
    }

    private static Map<String, String> settings(Suite suite) {
        Map<String, String> all = new LinkedHashMap<>();
        suite.parts().forEach(part -> all.putAll(part.settings()));
        return all;
    }

    private static String distinct(Suite suite, Function<Suite.Part, String> value) {
        return String.join(
                ", ", suite.parts().stream().map(value).collect(Collectors.toCollection(LinkedHashSet::new)));
    }
}
