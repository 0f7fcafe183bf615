package dev.guerdon.benchmarks;

import dev.guerdon.base.FolderTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** ScienceWorld's Python wrapper in an environment of its own, if it can be installed here. */
final class PythonWrapper implements AutoCloseable {

    private final Path folder;
    private final Process process;
    private final BufferedReader answers;
    private final Writer requests;

    private PythonWrapper(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Installs and starts it.
     *
     * @param episodes the episodes that a round plays, as JSON
     * @return empty where Python, its registry or a {@code java} on the path is missing
     */
    static Optional<PythonWrapper> start(String episodes) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("guerdon-wrapper");
        Path file = Files.writeString(folder.resolve("episodes.json"), episodes);
        Path script = folder.resolve("wrapper.py");
        try (InputStream in =
                Objects.requireNonNull(PythonWrapper.class.getResourceAsStream("scienceworld_wrapper.py"))) {
            Files.copy(in, script);
        }
        Path python = folder.resolve("venv").resolve("bin").resolve("python");
        if (!run("python3", "-m", "venv", folder.resolve("venv").toString())
                || !run(python.toString(), "-m", "pip", "install", "--quiet", "scienceworld")) {
            FolderTree.delete(folder);
            return Optional.empty();
        }
        PythonWrapper wrapper = new PythonWrapper(
                folder,
                new ProcessBuilder(python.toString(), script.toString(), file.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
        if (!"ready".equals(wrapper.answers.readLine())) {
            wrapper.close();
            return Optional.empty();
        }
        return Optional.of(wrapper);
    }

    /** Plays a round and tells the seconds that its steps took. */
    double round() throws IOException {
        requests.write("round\n");
        requests.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the Python wrapper has ended");
        }
        return Double.parseDouble(answer);
    }

    /** The CPU seconds that Python and the simulator's process have used so far. */
    double cpuSeconds() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(handle -> handle.info().totalCpuDuration().stream())
                .mapToDouble(duration -> duration.toNanos() / 1e9)
                .sum();
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        FolderTree.delete(folder);
    }
}
