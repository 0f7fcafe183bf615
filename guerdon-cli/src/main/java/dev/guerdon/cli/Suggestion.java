package dev.guerdon.cli;

import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Typed;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What a user may type next, so that it works as it stands. */
final class Suggestion {

    /** These say where things are that a later command needs, too. */
    private static final List<String> KEPT = List.of("--runs", "--plugin", "--source");

    private Suggestion() {}

    /**
     * The line that a command suggests, as this user types it and with what this user said about runs and plugins.
     *
     * @param next starts with {@code guerdon} if it is a command of Guerdon
     * @param options what was typed
     */
    static String of(String next, ParseResult options) {
        List<OptionSpec> kept = options.matchedOptions().stream()
                .filter(option -> KEPT.contains(option.names()[0]))
                .toList();
        String[] words = next.split(" ", 3);
        if (kept.isEmpty() || words.length < 2 || !words[0].equals("guerdon")) {
            return Typed.line(next);
        }
        CommandLine target =
                new Commands().naming(List.of(words[1])).getSubcommands().get(words[1]);
        if (target == null) {
            return Typed.line(next);
        }
        return Typed.line(next)
                + kept.stream()
                        .filter(option -> target.getCommandSpec().findOption(option.names()[0]) != null)
                        .map(Suggestion::again)
                        .collect(Collectors.joining());
    }

    private static String again(OptionSpec option) {
        return option.originalStringValues().stream()
                .map(value -> " " + option.names()[0] + " " + NextStep.quoted(value))
                .collect(Collectors.joining());
    }
}
