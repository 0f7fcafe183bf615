package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.TemporaryFolder;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.text.DisplayFormat;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A run of the code of another commit: checked out into a worktree of its own beside the repository and run there, by Guerdon's own
 * launcher or by the plan's command. It has the user's plugins of this process. The worktree goes away afterwards, whatever happened.
 */
@Internal
public final class CommitRun {

    /**
     * Output of it.
     *
     * @param run the name of the run that the command stored; empty where it wrote results instead
     * @param episodes the results, which are not stored yet
     * @param commit the full hash of the commit
     */
    public record Output(String run, List<Episode> episodes, String commit) {}

    private static final long HOURS = 6;
    private static final int MAX_OUTPUT = 4_000;

    private final Candidate wanted;
    private final IterationPlan plan;
    private final List<String> tasks;
    private final long seed;
    private final Path runs;
    private final PluginPath plugins;
    private final Path repository;
    private @Nullable Process process;
    private boolean stopped;

    /**
     * @param tasks the ids of the tasks to run
     * @param seed the seed of the run
     * @param runs the folder of all runs
     */
    public CommitRun(
            Candidate wanted, IterationPlan plan, List<String> tasks, long seed, Path runs, PluginPath plugins) {
        this.wanted = wanted;
        this.plan = plan;
        this.tasks = tasks;
        this.seed = seed;
        this.runs = runs;
        this.plugins = plugins.absolute();
        this.repository = Path.of(plan.code().repository()).toAbsolutePath();
    }

    /** Runs, and tells what came out of it. */
    public Output run() throws InterruptedException {
        Path home = null;
        Path tree = null;
        try {
            home = TemporaryFolder.create("commit");
            tree = home.resolve("tree");
            call(
                    repository,
                    List.of("git", "worktree", "add", "--detach", tree.toString(), wanted.commit()),
                    Map.of(),
                    0);
            String commit =
                    call(tree, List.of("git", "rev-parse", "HEAD"), Map.of(), 0).strip();
            CommitCommand command = CommitCommand.of(wanted, plan, tasks, seed, runs, plugins, tree, home);
            // Of Guerdon's own exit codes, 1 means that some episodes could not be scored, which the comparison counts.
            int worst = plan.code().command().isEmpty() ? 1 : 0;
            String out = call(tree, command.filled(), command.environment(), worst);
            return Files.isRegularFile(command.results())
                    ? new Output("", ResultsFile.read(command.results(), tasks, plan.repeat(), seed), commit)
                    : new Output(name(out), List.of(), commit);
        } catch (IOException e) {
            throw new LabException("the commit " + wanted.commit() + " cannot be run: " + e.getMessage(), e);
        } finally {
            if (tree != null && Files.exists(tree)) {
                remove(tree);
            }
            if (home != null) {
                delete(home);
            }
        }
    }

    private String folders() {
        return String.join(
                File.pathSeparator,
                plugins.folders().stream().map(Path::toString).toList());
    }

    /** Returns the run's name in what {@code guerdon run --json} printed. */
    private String name(String out) {
        List<String> lines = out.lines().filter(line -> line.startsWith("{")).toList();
        try {
            return JsonCodec.read(lines.isEmpty() ? "" : lines.getLast(), "output of the command")
                    .get("run")
                    .asString();
        } catch (GuerdonException e) {
            throw new LabException(
                    "the commit " + wanted.commit()
                            + " wrote no results to {results}, and did not print which run it made, as {\"run\": NAME}; it printed: "
                            + DisplayFormat.cut(out, 300),
                    e);
        }
    }

    private String call(Path folder, List<String> command, Map<String, String> environment, int worst)
            throws IOException, InterruptedException {
        Path err = TemporaryFolder.createFile("err");
        Path out = TemporaryFolder.createFile("out");
        try {
            ProcessBuilder builder = new ProcessBuilder(within(folder, command))
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put(PluginPath.FOLDERS_VARIABLE, folders());
            builder.environment().putAll(environment);
            Process started = builder.start();
            enter(started);
            started.getOutputStream().close();
            try {
                if (!started.waitFor(HOURS, TimeUnit.HOURS)) {
                    throw new LabException("the commit " + wanted.commit() + " did not end within " + HOURS + " hours");
                }
            } finally {
                end(started);
            }
            if (started.exitValue() > worst) {
                throw new LabException("'" + String.join(" ", command.subList(0, Math.min(3, command.size())))
                        + "' of the commit " + wanted.commit() + " failed with exit code " + started.exitValue() + ": "
                        + DisplayFormat.cut(tail(err), 400));
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.deleteIfExists(err);
            Files.deleteIfExists(out);
        }
    }

    /** A program that is named by a relative path is the commit's own. */
    private static List<String> within(Path folder, List<String> command) {
        List<String> words = new ArrayList<>(command);
        if (words.getFirst().contains("/")) {
            words.set(0, folder.resolve(words.getFirst()).toString());
        }
        return words;
    }

    private static String tail(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return new String(
                Arrays.copyOfRange(bytes, Math.max(0, bytes.length - MAX_OUTPUT), bytes.length),
                StandardCharsets.UTF_8);
    }

    private synchronized void enter(Process started) {
        process = started;
        if (stopped) {
            interrupt();
        }
    }

    private static void end(Process started) {
        started.descendants().forEach(ProcessHandle::destroy);
        started.destroy();
    }

    /** Ends what is under way. */
    public synchronized void interrupt() {
        stopped = true;
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private void remove(Path tree) throws InterruptedException {
        try {
            Process removal = new ProcessBuilder("git", "worktree", "remove", "--force", tree.toString())
                    .directory(repository.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            removal.waitFor(1, TimeUnit.MINUTES);
        } catch (IOException e) {
            throw new LabException("the worktree " + tree + " cannot be removed: " + e.getMessage(), e);
        }
    }

    private static void delete(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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

        /** The files of the command, and the values of the parameters that have a placeholder of their own. */
        private static final List<String> KNOWN =
                List.of("parameters results run suite agent model tasks repeat seed max_steps parallel note commit runs"
                        .split(" "));

        /** Returns what is wrong with the words of a command. */
        static Optional<String> check(List<String> words) {
            for (String word : words) {
                Matcher placeholder = PLACEHOLDER.matcher(word);
                while (placeholder.find()) {
                    String name = placeholder.group(1);
                    if (!KNOWN.contains(name)) {
                        String hint = NameRules.didYouMean(name, KNOWN);
                        return Optional.of("a command has no placeholder '{" + name + "}'"
                                + (hint.isEmpty() ? "; it may have: " + String.join(", ", KNOWN) : hint));
                    }
                }
            }
            return Optional.empty();
        }

        /** Returns the command for a state; writes its parameters. */
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
            parameters.put(
                    "plugins", plugins.jars().stream().map(Path::toString).toList());
            parameters.put(
                    "sources", plugins.sources().stream().map(Path::toString).toList());
            List<String> words = plan.code().command().isEmpty()
                    ? List.of(
                            tree.resolve("guerdon").toString(),
                            "run",
                            "--parameters",
                            "{parameters}",
                            "--json",
                            "--quiet")
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

        /** Returns an empty folder for what the command writes. */
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

        /** Returns the words with their placeholders filled; each stays one word, whatever is in it. */
        List<String> filled() {
            return words.stream()
                    .map(word -> PLACEHOLDER
                            .matcher(word)
                            .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1)))))
                    .toList();
        }

        private String value(String name) {
            return switch (name) {
                case "parameters" -> file().toString();
                case "results" -> results().toString();
                case "run" -> run().toString();
                default ->
                    parameters.get(name) instanceof List<?> list
                            ? String.join(
                                    ",", list.stream().map(String::valueOf).toList())
                            : String.valueOf(parameters.get(name));
            };
        }
    }
}
