package dev.guerdon.cli.compare;

import dev.guerdon.lab.spi.Comparison;
import picocli.CommandLine.Option;

/** How runs are compared: options of every command that does. */
final class CompareOptions {

    @Option(
            names = "--alpha",
            paramLabel = "X",
            description = "The chance of calling a difference real where there is none; 0.05 by default.")
    private double alpha = Comparison.Options.DEFAULT.alpha();

    @Option(
            names = "--margin",
            paramLabel = "X",
            description = "Rewards of a task that differ by no more than this count as unchanged; 0.05 by default.")
    private double margin = Comparison.Options.DEFAULT.margin();

    @Option(
            names = "--effect",
            paramLabel = "X",
            description = "Tell how many tasks a difference of this size would need; 0.05 by default.")
    private double effect = Comparison.Options.DEFAULT.effect();

    @Option(
            names = "--leave-out-unscored",
            description = "Leave out pairs in which an episode could not be scored; else it counts as 0.")
    private boolean leaveOutUnscored;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the resampling; 1 by default.")
    private long seed = Comparison.Options.DEFAULT.seed();

    Comparison.Options get() {
        return new Comparison.Options(
                alpha, margin, effect, Comparison.Options.DEFAULT.power(), leaveOutUnscored, seed);
    }
}
