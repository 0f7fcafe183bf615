package dev.guerdon.cli.help;

import dev.guerdon.cli.help.Completable.Option;
import dev.guerdon.cli.help.Completable.Value;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The completion for bash, from version 3.2 on.
 *
 * <p>The table of commands and options is written here; the code that uses it is a resource.
 */
record BashScript(List<Completable> commands) {

    String text() {
        StringBuilder table = new StringBuilder();
        for (Completable command : commands) {
            table.append("    '").append(command.path()).append("')\n");
            line(table, "commands", String.join(" ", command.commands().keySet()));
            line(
                    table,
                    "options",
                    command.options().stream().map(BashScript::words).collect(Collectors.joining(" ")));
            line(
                    table,
                    "arguments",
                    command.arguments().stream()
                            .map(each -> word(each) + (each.many() ? "+" : ""))
                            .collect(Collectors.joining(" ")));
            table.append("      ;;\n");
        }
        return Scripts.resource("completion.bash").replace("@TABLE@\n", table);
    }

    private static void line(StringBuilder table, String name, String words) {
        if (!words.isEmpty()) {
            table.append("      ").append(name).append("='").append(words).append("'\n");
        }
    }

    /** {@code --agent=agents} for an option with a value, {@code --gate:=files} if it can be left out, {@code --json} for one without. */
    private static String words(Option option) {
        String value = option.takesValue() ? (option.optional() ? ":=" : "=") + word(option.value()) : "";
        return option.names().stream().map(name -> name + value).collect(Collectors.joining(" "));
    }

    private static String word(Value value) {
        return value.kind() == Kind.WORDS
                ? "words:" + String.join(",", value.words())
                : value.kind().word();
    }
}
