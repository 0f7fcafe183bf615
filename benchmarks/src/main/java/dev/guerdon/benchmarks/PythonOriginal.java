package dev.guerdon.benchmarks;

import dev.guerdon.api.Json;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a Python script beside a benchmark, with packages that are installed for it into a folder of its own. */
final class PythonOriginal {

    private PythonOriginal() {}

    /**
     * Installs packages, runs a script that lies beside this class, and reads the JSON that it prints last.
     *
     * @param python names an interpreter that has the packages already; null installs them
     * @return empty where Python or its registry is missing, or the script fails
     */
    static Optional<Json> run(String script, List<String> packages, @Nullable String python, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("guerdon-original");
        try {
            Path copy = folder.resolve(script);
            try (InputStream in = Objects.requireNonNull(PythonOriginal.class.getResourceAsStream(script), script)) {
                Files.copy(in, copy);
            }
            String interpreter = python;
            if (interpreter == null) {
                Path venv = folder.resolve("venv");
                interpreter = venv.resolve("bin").resolve("python").toString();
                List<String> install = new ArrayList<>(List.of(interpreter, "-m", "pip", "install", "--quiet"));
                install.addAll(packages);
                if (output(List.of("python3", "-m", "venv", venv.toString())).isEmpty()
                        || output(install).isEmpty()) {
                    return Optional.empty();
                }
            }
            List<String> command = new ArrayList<>(List.of(interpreter, copy.toString()));
            command.addAll(arguments);
            return output(command)
                    .flatMap(text -> text.lines().reduce((one, other) -> other))
                    .map(line -> JsonCodec.read(line, script));
        } finally {
            FolderTree.delete(folder);
        }
    }

    private static Optional<String> output(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(10, TimeUnit.MINUTES) && process.exitValue() == 0
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
