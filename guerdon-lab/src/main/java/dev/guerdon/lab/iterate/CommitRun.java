package dev.guerdon.lab.iterate;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.PluginPath;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.text.Figures;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A run of the code of another commit: checked out into a worktree of its own beside the repository, built and run there by its own
 * launcher, stored with the other runs. It has the user's plugins of this process. The worktree goes away afterwards, whatever
 * happened.
 */
@Internal
public final class CommitRun {

    private static final long HOURS = 6;
    private static final int MAX_OUTPUT = 4_000;

    private final Candidate wanted;
    private final IterationPlan plan;
    private final List<String> tasks;
    private final Path runs;
    private final PluginPath plugins;
    private final Path repository;
    private @Nullable Process process;
    private boolean stopped;

    public CommitRun(Candidate wanted, IterationPlan plan, List<String> tasks, Path runs, PluginPath plugins) {
        this(wanted, plan, tasks, runs, plugins, Path.of("").toAbsolutePath());
    }

    CommitRun(
            Candidate wanted, IterationPlan plan, List<String> tasks, Path runs, PluginPath plugins, Path repository) {
        this.wanted = wanted;
        this.plan = plan;
        this.tasks = tasks;
        this.runs = runs;
        this.plugins = plugins.absolute();
        this.repository = repository;
    }

    /** Runs, and gives the name of the run. */
    public String run() throws InterruptedException {
        Path home = null;
        Path tree = null;
        try {
            home = Files.createTempDirectory("guerdon-commit-");
            tree = home.resolve("tree");
            call(repository, List.of("git", "worktree", "add", "--detach", tree.toString(), wanted.commit()));
            String out = call(tree, command(tree));
            return name(out);
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

    private List<String> command(Path tree) {
        List<String> command = new ArrayList<>(List.of(tree.resolve("guerdon").toString(), "run", plan.suite()));
        option(command, "--agent", wanted.agent());
        option(command, "--model", wanted.model());
        wanted.settings().forEach((key, value) -> option(command, "--set", key + "=" + value));
        option(command, "--tasks", String.join(",", tasks));
        option(command, "--repeat", Integer.toString(plan.repeat()));
        option(command, "--max-steps", plan.maxSteps() > 0 ? Integer.toString(plan.maxSteps()) : "");
        option(command, "--parallel", Integer.toString(plan.parallel()));
        option(command, "--seed", Long.toString(plan.seed()));
        option(command, "--note", wanted.name());
        option(command, "--runs", runs.toAbsolutePath().toString());
        plugins.jars().forEach(jar -> option(command, "--plugin", jar.toString()));
        plugins.sources().forEach(source -> option(command, "--source", source.toString()));
        command.addAll(List.of("--json", "--quiet"));
        return command;
    }

    private String folders() {
        return String.join(
                File.pathSeparator,
                plugins.folders().stream().map(Path::toString).toList());
    }

    private static void option(List<String> command, String name, String value) {
        if (!value.isEmpty()) {
            command.addAll(List.of(name, value));
        }
    }

    /** The run's name in what {@code guerdon run --json} printed. */
    private String name(String out) {
        List<String> lines = out.lines().filter(line -> line.startsWith("{")).toList();
        try {
            return JsonCodec.read(lines.isEmpty() ? "" : lines.getLast(), "output of guerdon run")
                    .get("run")
                    .asString();
        } catch (GuerdonException e) {
            throw new LabException(
                    "the commit " + wanted.commit() + " did not say which run it made; it printed: "
                            + Figures.cut(out, 300),
                    e);
        }
    }

    private String call(Path folder, List<String> command) throws IOException, InterruptedException {
        Path err = Files.createTempFile("guerdon-commit-", ".err");
        Path out = Files.createTempFile("guerdon-commit-", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put(PluginPath.FOLDERS_VARIABLE, folders());
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
            // 1 means that some episodes could not be scored, which the comparison counts.
            if (started.exitValue() > 1) {
                throw new LabException("'" + String.join(" ", command.subList(0, Math.min(3, command.size())))
                        + "' of the commit " + wanted.commit() + " failed with exit code " + started.exitValue() + ": "
                        + Figures.cut(tail(err), 400));
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.deleteIfExists(err);
            Files.deleteIfExists(out);
        }
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
}
