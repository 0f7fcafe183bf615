package dev.guerdon.cli.help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One command as shells complete it.
 *
 * @param path {@code guerdon env play}
 * @param commands the commands below it with their descriptions, in order
 * @param options its options
 * @param arguments what stands behind it
 */
record Completable(String path, Map<String, String> commands, List<Option> options, List<Value> arguments) {

    /**
     * An option.
     *
     * @param names such as {@code -h} and {@code --help}
     * @param takesValue whether a value follows
     * @param optional whether the value can be left out
     * @param value what the value is
     */
    record Option(List<String> names, String description, boolean takesValue, boolean optional, Value value) {}

    /**
     * A value.
     *
     * @param label how the help calls it
     * @param words the values there are, of the kind {@link Kind#WORDS}
     * @param many whether it can be repeated
     */
    record Value(Kind kind, String label, List<String> words, boolean many) {
        static Value of(CommandSpec command, ArgSpec argument) {
            return new Value(
                    Kind.of(command, argument),
                    argument.paramLabel(),
                    Described.candidates(argument),
                    argument.arity().max() > 1);
        }
    }

    /** All commands of a command line, each before those below it. */
    static List<Completable> all(CommandLine root) {
        List<Completable> all = new ArrayList<>();
        collect(root, all);
        return all;
    }

    private static void collect(CommandLine commandLine, List<Completable> all) {
        CommandSpec spec = commandLine.getCommandSpec();
        Map<String, String> commands = new LinkedHashMap<>();
        spec.subcommands().forEach((name, below) -> commands.put(name, Described.of(below.getCommandSpec())));
        Map<String, Option> options = new TreeMap<>();
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                options.put(
                        Described.name(option),
                        new Option(
                                List.of(option.names()),
                                Described.of(option),
                                option.arity().max() > 0,
                                option.arity().min() == 0,
                                Value.of(spec, option)));
            }
        }
        List<Value> arguments = new ArrayList<>();
        spec.positionalParameters().forEach(argument -> arguments.add(Value.of(spec, argument)));
        all.add(new Completable(spec.qualifiedName(), commands, List.copyOf(options.values()), arguments));
        commandLine.getSubcommands().values().forEach(below -> collect(below, all));
    }

    /** The description up to the end of its first sentence, for a list beside other names. */
    static String brief(String description) {
        int stop = description.indexOf(". ");
        String sentence = stop < 0 ? description : description.substring(0, stop);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
