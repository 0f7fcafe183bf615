package dev.guerdon.lab.run;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The commit of a working tree, and whether it had changes.
 *
 * @param commit the full hash, empty where there is no repository or no git
 * @param dirty whether tracked files differ from it
 */
@Internal
public record GitState(String commit, boolean dirty) {

    private static final int PATIENCE_SECONDS = 10;

    public static GitState of(Path folder) {
        Optional<String> commit = git(folder, "rev-parse", "HEAD").map(String::strip);
        if (commit.isEmpty() || !commit.get().matches("[0-9a-f]{40,64}")) {
            return new GitState("", false);
        }
        boolean dirty = git(folder, "status", "--porcelain", "--untracked-files=no")
                .map(changes -> !changes.isBlank())
                .orElse(false);
        return new GitState(commit.get(), dirty);
    }

    private static Optional<String> git(Path folder, String... arguments) {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = null;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            byte[] out = process.getInputStream().readAllBytes();
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0
                    ? Optional.of(new String(out, StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // no git on this machine
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }
}
