package dev.guerdon.cli.run;

import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.lab.spi.Comparison;
import picocli.CommandLine.Option;

/** Options for comparing runs: options of every command that does. */
final class CompareOptions {

    @Option(
            names = "--alpha",
            paramLabel = "X",
            description = "Set the chance of calling a difference real when there is none. Default: 0.05.")
    @AllowedRange(from = 0, to = 1, open = true)
    private double alpha = Comparison.Options.DEFAULT.alpha();

    @Option(
            names = "--margin",
            paramLabel = "X",
            description = "Count a task as unchanged if its rewards differ by no more than X. Default: 0.05.")
    @AllowedRange(from = 0)
    private double margin = Comparison.Options.DEFAULT.margin();

    @Option(
            names = "--effect",
            paramLabel = "X",
            description = "Say how many tasks are needed to see a difference of this size. Default: 0.05.")
    @AllowedRange(from = 0, open = true)
    private double effect = Comparison.Options.DEFAULT.effect();

    @Option(names = "--seed", paramLabel = "N", description = "Set the seed of the resampling. Default: 1.")
    private long seed = Comparison.Options.DEFAULT.seed();

    Comparison.Options get() {
        return new Comparison.Options(alpha, margin, effect, Comparison.Options.DEFAULT.power(), seed);
    }
}
