package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.DurationText;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for how many rewards are computed at once, and for how long: options of every command that scores what is stored. */
@Internal
public final class ScorerOptions {

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    @AllowedRange(from = 1, to = 10_000)
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Stop a call after this time, such as 500ms or 5s. Default: 60s.")
    private String deadline = "60s";

    public Duration deadline() {
        return DurationText.parse(deadline);
    }

    public Scorer scorer(Registry registry) {
        return Scorer.builder()
                .threads(threads)
                .deadline(deadline())
                .isolated(registry)
                .build();
    }
}
