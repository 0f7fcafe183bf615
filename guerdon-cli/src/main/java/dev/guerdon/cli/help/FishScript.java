package dev.guerdon.cli.help;

import dev.guerdon.cli.help.Completable.Option;
import dev.guerdon.cli.help.Completable.Value;
import java.util.List;
import java.util.stream.Collectors;

/** The completion for fish: a line for each command, option and argument. */
record FishScript(List<Completable> commands) {

    String text() {
        StringBuilder lines = new StringBuilder();
        for (Completable command : commands) {
            String at = "complete -c guerdon -n " + Scripts.quotedForFish("__guerdon_at " + command.path());
            command.commands()
                    .forEach((name, description) -> lines.append(at)
                            .append(" -f -a ")
                            .append(name)
                            .append(" -d ")
                            .append(Scripts.quotedForFish(Completable.brief(description)))
                            .append('\n'));
            if (command.path().matches("guerdon env (play|serve)")) {
                lines.append(at).append(" -f -a '(__guerdon_names environments)'\n");
            }
            command.options()
                    .forEach(option -> lines.append(at).append(option(option)).append('\n'));
            command.arguments().stream()
                    .map(FishScript::value)
                    .distinct()
                    .forEach(value -> lines.append(at).append(value).append('\n'));
        }
        String parents = commands.stream()
                .filter(command -> !command.commands().isEmpty())
                .map(command ->
                        "        case " + Scripts.quotedForFish(command.path()) + "\n            contains -- $argv[2] "
                                + String.join(" ", command.commands().keySet()) + "\n")
                .collect(Collectors.joining());
        return Scripts.resource("completion.fish")
                .replace("@PARENTS@\n", parents)
                .replace("@LINES@\n", lines);
    }

    private static String option(Option option) {
        StringBuilder out = new StringBuilder();
        for (String name : option.names()) {
            out.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        out.append(" -d ").append(Scripts.quotedForFish(Completable.brief(option.description())));
        if (option.takesValue() && !option.optional()) {
            out.append(" -r").append(value(option.value()));
        }
        return out.toString();
    }

    private static String value(Value value) {
        return switch (value.kind()) {
            case NONE -> " -f";
            case WORDS -> " -f -a " + Scripts.quotedForFish(String.join(" ", value.words()));
            case FILES -> " -F";
            case FOLDERS -> " -f -a '(__fish_complete_directories)'";
            case COMMANDS -> " -f -a '(__guerdon_commands)'";
            case RUNS -> " -f -a '(__guerdon_runs)'";
            case SUITES -> " -F -a '(__guerdon_names suites)'";
            default -> " -f -a '(__guerdon_names " + value.kind().word() + ")'";
        };
    }
}
