package dev.guerdon.cli.help;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a shell can offer for the value of an option or for an argument. */
enum Kind {
    /** Nothing: a number or a text. */
    NONE,
    /** The option or argument lists its values. */
    WORDS,
    FILES,
    FOLDERS,
    COMMANDS,
    /** The folders of runs, which a shell finds without Guerdon. */
    RUNS,
    REWARDS,
    SUITES,
    ENVIRONMENTS,
    /** What {@code guerdon setup} brings: environments, and what several of them share. */
    PARTS,
    AGENTS,
    MODELS;

    private static final Map<String, Kind> BY_OPTION =
            Map.of("--reward", REWARDS, "--agent", AGENTS, "--suite", SUITES, "--plugin", FILES);

    private static final Map<String, Kind> BY_COMMAND = Map.of("rewards", REWARDS, "setup", PARTS);

    private static final Map<String, Kind> BY_LABEL = Map.ofEntries(
            Map.entry("SUITE", SUITES),
            Map.entry("SPEC", MODELS),
            Map.entry("RUN", RUNS),
            Map.entry("BASE CANDIDATE", RUNS),
            Map.entry("COMMAND", COMMANDS),
            Map.entry("DIR", FOLDERS),
            Map.entry("FILE", FILES),
            Map.entry("FILE.java", FILES),
            Map.entry("PLAN", FILES),
            Map.entry("POLICY", FILES));

    static Kind of(CommandSpec command, ArgSpec argument) {
        Kind byLabel =
                Described.candidates(argument).isEmpty() ? BY_LABEL.getOrDefault(argument.paramLabel(), NONE) : WORDS;
        return argument instanceof OptionSpec option
                ? BY_OPTION.getOrDefault(Described.name(option), byLabel)
                : BY_COMMAND.getOrDefault(command.name(), byLabel);
    }

    /** Whether Guerdon itself must be asked for the names. */
    boolean isAsked() {
        return compareTo(REWARDS) >= 0;
    }

    /** {@code rewards}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
