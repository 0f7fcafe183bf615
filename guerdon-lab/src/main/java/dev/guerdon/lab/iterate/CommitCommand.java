package dev.guerdon.lab.iterate;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Names;
import dev.guerdon.core.PluginPath;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.IterationPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The command that runs a commit. What is to be run is data: a JSON file that the command reads. Words of the command may name it, and
 * single values of it, as {@code {placeholders}}.
 *
 * @param words the command as the plan has it
 * @param parameters what is to be run
 * @param home the folder for the files of this run
 */
record CommitCommand(List<String> words, Map<String, @Nullable Object> parameters, Path home) {

    /** The environment variable with the path of the file of parameters. */
    static final String PARAMETERS_VARIABLE = "GUERDON_PARAMETERS";

    /** The environment variable with the path of the file for results. */
    static final String RESULTS_VARIABLE = "GUERDON_RESULTS";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)\\}");

    /** Values of the parameters that have a placeholder of their own. */
    private static final List<String> VALUES = List.of(
            "suite", "agent", "model", "tasks", "repeat", "seed", "max_steps", "parallel", "note", "commit", "runs");

    private static final List<String> KNOWN = known();

    private static List<String> known() {
        List<String> all = new ArrayList<>(List.of("parameters", "results", "run"));
        all.addAll(VALUES);
        return List.copyOf(all);
    }

    /** What is wrong with the words of a command. */
    static Optional<String> check(List<String> words) {
        for (String word : words) {
            Matcher placeholder = PLACEHOLDER.matcher(word);
            while (placeholder.find()) {
                String name = placeholder.group(1);
                if (!KNOWN.contains(name)) {
                    String hint = Names.didYouMean(name, KNOWN);
                    return Optional.of("a command has no placeholder '{" + name + "}'"
                            + (hint.isEmpty() ? "; it may have: " + String.join(", ", KNOWN) : hint));
                }
            }
        }
        return Optional.empty();
    }

    /** The command for a state; writes its parameters. */
    static CommitCommand of(
            Candidate wanted,
            IterationPlan plan,
            List<String> tasks,
            long seed,
            Path runs,
            PluginPath plugins,
            Path tree,
            Path home)
            throws IOException {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("suite", suite(plan.suite()));
        parameters.put("agent", wanted.agent());
        parameters.put("model", wanted.model());
        parameters.put("settings", wanted.settings());
        parameters.put("tasks", tasks);
        parameters.put("repeat", plan.repeat());
        parameters.put("seed", seed);
        parameters.put("max_steps", plan.maxSteps());
        parameters.put("parallel", plan.parallel());
        parameters.put("note", wanted.name());
        parameters.put("commit", wanted.commit());
        parameters.put("runs", runs.toAbsolutePath().toString());
        parameters.put("plugins", plugins.jars().stream().map(Path::toString).toList());
        parameters.put("sources", plugins.sources().stream().map(Path::toString).toList());
        List<String> words = plan.code().command().isEmpty()
                ? List.of(
                        tree.resolve("guerdon").toString(), "run", "--parameters", "{parameters}", "--json", "--quiet")
                : plan.code().command();
        CommitCommand command = new CommitCommand(words, parameters, home);
        Files.createDirectories(command.run());
        KeptFile.write(command.file(), JsonCodec.write(parameters));
        return command;
    }

    /** A suite's file is the session's own, whatever the commit has in its place: both sides get the same tasks. */
    private static String suite(String name) {
        Path file = Path.of(name);
        return Files.isRegularFile(file) ? file.toAbsolutePath().toString() : name;
    }

    Path file() {
        return home.resolve("parameters.json");
    }

    /** An empty folder for what the command writes. */
    Path run() {
        return home.resolve("run");
    }

    Path results() {
        return run().resolve("results.jsonl");
    }

    Map<String, String> environment() {
        return Map.of(
                PARAMETERS_VARIABLE,
                file().toString(),
                RESULTS_VARIABLE,
                results().toString());
    }

    /** The words with their placeholders filled; each stays one word, whatever is in it. */
    List<String> filled() {
        return words.stream()
                .map(word ->
                        PLACEHOLDER.matcher(word).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1)))))
                .toList();
    }

    private String value(String name) {
        return switch (name) {
            case "parameters" -> file().toString();
            case "results" -> results().toString();
            case "run" -> run().toString();
            default ->
                parameters.get(name) instanceof List<?> list
                        ? String.join(",", list.stream().map(String::valueOf).toList())
                        : String.valueOf(parameters.get(name));
        };
    }
}
