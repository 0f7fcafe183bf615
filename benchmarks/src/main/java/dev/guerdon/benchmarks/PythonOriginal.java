package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs Python scripts beside a benchmark, with packages that are installed for them into a folder of its own. */
final class PythonOriginal {

    private PythonOriginal() {}

    /**
     * Runs a script that lies beside this class, and reads the JSON that it prints last.
     *
     * @param packages what to install for it; empty if the interpreter has everything
     * @param python the interpreter
     * @param input the lines that it reads
     * @return empty where Python or its registry is missing, or the script fails
     */
    static Optional<Json> run(
            String script, List<String> packages, String python, List<String> arguments, List<String> input)
            throws IOException {
        Path folder = Files.createTempDirectory("guerdon-original");
        try {
            Optional<String> interpreter = packages.isEmpty() ? Optional.of(python) : install(folder, python, packages);
            if (interpreter.isEmpty()) {
                return Optional.empty();
            }
            List<String> command = new ArrayList<>(
                    List.of(interpreter.get(), copy(script, folder).toString()));
            command.addAll(arguments);
            return output(command, input)
                    .flatMap(text -> text.lines().reduce((one, other) -> other))
                    .map(line -> JsonCodec.read(line, script));
        } finally {
            FolderTree.delete(folder);
        }
    }

    /** Puts a script that lies beside this class into a folder. */
    static Path copy(String script, Path folder) throws IOException {
        Path copy = folder.resolve(script);
        try (InputStream in = Objects.requireNonNull(PythonOriginal.class.getResourceAsStream(script), script)) {
            Files.copy(in, copy);
        }
        return copy;
    }

    /** Makes a virtual environment with packages in a folder; its interpreter, or empty where that fails. */
    static Optional<String> install(Path folder, String python, List<String> packages) {
        Path venv = folder.resolve("venv");
        String interpreter = venv.resolve("bin").resolve("python").toString();
        List<String> install = new ArrayList<>(List.of(interpreter, "-m", "pip", "install", "--quiet"));
        install.addAll(packages);
        return output(List.of(python, "-m", "venv", venv.toString()), List.of())
                .flatMap(made -> output(install, List.of()))
                .map(installed -> interpreter);
    }

    /** Runs a command, and reads what it prints; empty where it cannot be started or fails. */
    static Optional<String> output(List<String> command, List<String> input) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream in = process.getOutputStream()) {
                for (String line : input) {
                    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(10, TimeUnit.MINUTES) && process.exitValue() == 0
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
