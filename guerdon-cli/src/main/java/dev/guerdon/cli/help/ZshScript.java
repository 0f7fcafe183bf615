package dev.guerdon.cli.help;

import dev.guerdon.cli.help.Completable.Option;
import dev.guerdon.cli.help.Completable.Value;
import java.util.List;
import java.util.stream.Collectors;

/** The completion for zsh: a function for each command. */
record ZshScript(List<Completable> commands) {

    String text() {
        String functions = commands.stream().map(ZshScript::function).collect(Collectors.joining("\n"));
        return Scripts.resource("completion.zsh").replace("@FUNCTIONS@\n", functions);
    }

    private static String function(Completable command) {
        StringBuilder out = new StringBuilder("_").append(name(command.path())).append("() {\n");
        boolean parent = !command.commands().isEmpty();
        if (parent) {
            out.append("  local curcontext=\"$curcontext\" state line\n  typeset -A opt_args\n");
        }
        out.append("  _arguments -s").append(parent ? " -C" : "");
        command.options().forEach(option -> out.append(" \\\n    ").append(option(option)));
        if (parent) {
            out.append(" \\\n    '1: :->command' \\\n    '*:: :->rest'\n");
            parent(out, command);
        } else {
            for (Value argument : command.arguments()) {
                out.append(" \\\n    ").append(Scripts.quoted((argument.many() ? "*" : "") + ":" + value(argument)));
            }
            out.append('\n');
        }
        return out.append("}\n").toString();
    }

    private static void parent(StringBuilder out, Completable command) {
        boolean environments = command.path().matches("guerdon env (play|serve)");
        out.append("  case $state in\n    command)\n      local -a commands\n      commands=(\n");
        command.commands()
                .forEach((name, description) -> out.append("        ")
                        .append(Scripts.quoted(name.replace(":", "\\:") + ":" + Completable.brief(description)))
                        .append('\n'));
        out.append("      )\n      _describe command commands\n");
        if (environments) {
            out.append("      __guerdon_names environments\n");
        }
        out.append("      ;;\n    rest)\n      case $words[1] in\n");
        command.commands()
                .keySet()
                .forEach(name -> out.append("        ")
                        .append(name)
                        .append(") _")
                        .append(name(command.path() + " " + name))
                        .append(" ;;\n"));
        out.append("      esac\n      ;;\n  esac\n");
    }

    private static String name(String path) {
        return path.equals("guerdon") ? "guerdon_root" : path.replace(' ', '_');
    }

    private static String option(Option option) {
        String text = "["
                + Completable.brief(option.description())
                        .replace("\\", "\\\\")
                        .replace("[", "\\[")
                        .replace("]", "\\]") + "]"
                + (option.takesValue() ? (option.optional() ? "::" : ":") + value(option.value()) : "");
        String mark = option.takesValue() ? "=" : "";
        if (option.names().size() == 1) {
            return Scripts.quoted("*" + option.names().getFirst() + mark + text);
        }
        String names = option.names().stream()
                .map(name -> name + (name.startsWith("--") ? mark : ""))
                .collect(Collectors.joining(","));
        return "'(" + String.join(" ", option.names()) + ")'{" + names + "}" + Scripts.quoted(text);
    }

    private static String value(Value value) {
        String label = value.label().replace(":", " ");
        return label + ":"
                + switch (value.kind()) {
                    case NONE -> " ";
                    case WORDS -> "(" + String.join(" ", value.words()) + ")";
                    case FILES -> "_files";
                    case FOLDERS -> "_files -/";
                    case COMMANDS -> " __guerdon_commands";
                    case RUNS -> " __guerdon_runs";
                    case SUITES -> " __guerdon_names_or_files suites";
                    // The blank keeps zsh from adding arguments of its own.
                    default -> " __guerdon_names " + value.kind().word();
                };
    }
}
