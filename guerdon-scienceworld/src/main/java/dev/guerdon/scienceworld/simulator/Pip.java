package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Python's package installer, as far as downloading goes. */
@Internal
public final class Pip {

    private static final long MOST_MINUTES = 5;

    private final List<List<String>> ways;

    public Pip() {
        this(List.of(List.of("python3", "-m", "pip"), List.of("pip3"), List.of("pip"), List.of("python", "-m", "pip")));
    }

    /**
     * @param ways the commands to try, the first that there is counts
     */
    public Pip(List<List<String>> ways) {
        this.ways = ways;
    }

    /** Downloads the newest wheel of a package, and nothing that it depends on. */
    public void download(String packageName, Path folder) {
        List<String> command = new ArrayList<>(working(packageName));
        command.addAll(List.of(
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--only-binary=:all:",
                "--dest",
                folder.toString(),
                packageName));
        Finished done = run(command);
        if (done.code != 0) {
            throw new ScienceworldException("pip could not download the package '" + packageName + "': "
                    + lastLine(done.printed)
                    + ". Where this machine has no Python registry, download the wheel elsewhere and give its path");
        }
    }

    private List<String> working(String packageName) {
        for (List<String> way : ways) {
            List<String> version = new ArrayList<>(way);
            version.add("--version");
            try {
                if (run(version).code == 0) {
                    return way;
                }
            } catch (ScienceworldException e) {
                // Not this one.
            }
        }
        throw new ScienceworldException("pip is not on this machine, and the package '" + packageName
                + "' comes through it; install Python's pip, or download the wheel '" + packageName
                + "' elsewhere and give its path");
    }

    private record Finished(int code, String printed) {}

    private static Finished run(List<String> command) {
        Path log = null;
        try {
            log = Files.createTempFile("guerdon-pip", ".txt");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new ScienceworldException(
                        "'" + String.join(" ", command) + "' did not end within " + MOST_MINUTES + " minutes");
            }
            return new Finished(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ScienceworldException("could not run '" + command.getFirst() + "': " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScienceworldException("interrupted while running '" + command.getFirst() + "'", e);
        } finally {
            deleteQuietly(log);
        }
    }

    private static void deleteQuietly(@org.jspecify.annotations.Nullable Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                file.toFile().deleteOnExit();
            }
        }
    }

    private static String lastLine(String printed) {
        return printed.lines()
                .filter(line -> !line.isBlank())
                .reduce((a, b) -> b)
                .orElse("it said nothing");
    }
}
