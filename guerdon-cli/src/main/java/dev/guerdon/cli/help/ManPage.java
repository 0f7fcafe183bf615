package dev.guerdon.cli.help;

import dev.guerdon.cli.input.Examples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of one command, made from what {@code --help} prints.
 *
 * @param command the command
 */
record ManPage(CommandSpec command) {

    /** The same for every build, as the time stamps in the jars are, so that a release can be built again. */
    private static final String DATE = "2026-11-15";

    /** {@code guerdon-env-play} for {@code guerdon env play}. */
    String name() {
        return command.qualifiedName("-");
    }

    String text() {
        StringBuilder out = new StringBuilder();
        out.append(".TH \"")
                .append(name().toUpperCase(Locale.ROOT))
                .append("\" \"1\" \"" + DATE + "\" \"Guerdon\" \"Guerdon Manual\"\n");
        section(out, "NAME");
        String[] description = command.usageMessage().description();
        out.append(escaped(name()))
                .append(" \\- ")
                .append(escaped(summary(description)))
                .append('\n');
        section(out, "SYNOPSIS");
        out.append("\\fB")
                .append(escaped(command.qualifiedName()))
                .append("\\fR")
                .append(escaped(synopsis()))
                .append('\n');
        section(out, "DESCRIPTION");
        for (int i = 0; i < description.length; i++) {
            out.append(i == 0 ? "" : ".PP\n").append(line(description[i]));
        }
        options(out);
        arguments(out);
        commands(out);
        exitCodes(out);
        section(out, "EXAMPLES");
        out.append(".nf\n");
        Examples.of(command).forEach(example -> out.append(line(example)));
        out.append(".fi\n");
        seeAlso(out);
        return out.toString();
    }

    private String synopsis() {
        StringBuilder out = new StringBuilder(" [OPTIONS]");
        for (PositionalParamSpec argument : command.positionalParameters()) {
            boolean required = argument.arity().min() > 0;
            boolean many = argument.arity().max() > 1;
            out.append(required ? " " : " [")
                    .append(argument.paramLabel())
                    .append(many ? "..." : "")
                    .append(required ? "" : "]");
        }
        if (!command.subcommands().isEmpty()) {
            out.append(' ').append(command.usageMessage().synopsisSubcommandLabel());
        }
        return out.toString();
    }

    private void options(StringBuilder out) {
        List<OptionSpec> options = new ArrayList<>(command.options());
        options.removeIf(OptionSpec::hidden);
        options.sort(Comparator.comparing(Described::name));
        if (!options.isEmpty()) {
            section(out, "OPTIONS");
        }
        for (OptionSpec option : options) {
            boolean value = option.arity().max() > 0;
            boolean optional = option.arity().min() == 0;
            String label = value ? (optional ? "[=" : "=") + option.paramLabel() + (optional ? "]" : "") : "";
            out.append(".TP\n\\fB")
                    .append(escaped(String.join(", ", option.names())))
                    .append("\\fR");
            out.append(escaped(label)).append('\n');
            out.append(line(Described.of(option)));
        }
    }

    private void arguments(StringBuilder out) {
        if (!command.positionalParameters().isEmpty()) {
            section(out, "ARGUMENTS");
        }
        for (PositionalParamSpec argument : command.positionalParameters()) {
            out.append(".TP\n\\fI").append(escaped(argument.paramLabel())).append("\\fR\n");
            out.append(line(Described.of(argument)));
        }
    }

    private void commands(StringBuilder out) {
        if (!command.subcommands().isEmpty()) {
            section(out, "COMMANDS");
        }
        command.subcommands().forEach((name, below) -> {
            out.append(".TP\n\\fB").append(escaped(name)).append("\\fR\n");
            out.append(
                    line(String.join(" ", below.getCommandSpec().usageMessage().description())));
        });
    }

    /** The codes are the same for every command. */
    private void exitCodes(StringBuilder out) {
        section(out, "EXIT STATUS");
        command.root()
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> out.append(".TP\n\\fB")
                        .append(code.strip())
                        .append("\\fR\n")
                        .append(line(meaning)));
    }

    private void seeAlso(StringBuilder out) {
        List<String> others = new ArrayList<>();
        CommandSpec parent = command.parent();
        if (parent != null) {
            others.add(new ManPage(parent).name());
        }
        for (CommandLine below : command.subcommands().values()) {
            others.add(new ManPage(below.getCommandSpec()).name());
        }
        section(out, "SEE ALSO");
        for (int i = 0; i < others.size(); i++) {
            out.append(".BR ")
                    .append(escaped(others.get(i)))
                    .append(" (1)")
                    .append(i + 1 < others.size() ? "," : "")
                    .append('\n');
        }
    }

    private static void section(StringBuilder out, String name) {
        out.append(".SH \"").append(name).append("\"\n");
    }

    /** The first sentence of a description without its stop, for the list of manual pages. */
    private static String summary(String[] description) {
        String first = description.length == 0 ? "" : description[0];
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    private static String line(String text) {
        String escaped = escaped(text.strip());
        // A line that begins with a dot or a quote would be a command of the formatter.
        return (escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "") + escaped + "\n";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace("\u00b1", "\\(+-");
    }
}
