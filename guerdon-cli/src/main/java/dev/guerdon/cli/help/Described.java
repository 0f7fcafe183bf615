package dev.guerdon.cli.help;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Descriptions of commands, options and arguments as plain text. */
final class Described {

    private Described() {}

    /** What an option or argument does, with its candidates filled in. */
    static String of(ArgSpec argument) {
        return String.join(" ", argument.description())
                .replace("${COMPLETION-CANDIDATES}", String.join(", ", candidates(argument)));
    }

    /** What a command does, in one sentence. */
    static String of(CommandSpec command) {
        return Stream.of(command.usageMessage().description()).findFirst().orElse("");
    }

    /** The name that an option is known by: its first long one. */
    static String name(OptionSpec option) {
        return Stream.of(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
    }

    /** The values that an option or argument can have, if they can be counted. */
    static List<String> candidates(ArgSpec argument) {
        List<String> all = new ArrayList<>();
        Iterable<String> candidates = argument.completionCandidates();
        if (candidates != null) {
            candidates.forEach(all::add);
        }
        return all;
    }
}
