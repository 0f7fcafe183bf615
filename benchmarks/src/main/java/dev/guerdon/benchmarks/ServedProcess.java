package dev.guerdon.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, on a free port of loopback. */
record ServedProcess(Process process, int port) implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)");

    /** {@code guerdon serve} with the classes of this program. */
    static ServedProcess guerdon(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.guerdon.cli.Main",
                "serve",
                "--port",
                "0"));
        command.addAll(Arrays.asList(options));
        return start(command, "serving ");
    }

    /** FastAPI under uvicorn, with the interpreter of a virtual environment that has both. */
    static ServedProcess fastApi(String python, String code) throws IOException {
        return start(List.of(python, "-c", code), "serving ");
    }

    private static ServedProcess start(List<String> command, String word) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (line.startsWith(word) && address.find()) {
                Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(ignored -> {}));
                return new ServedProcess(process, Integer.parseInt(address.group(1)));
            }
        }
        throw new IOException(command.getFirst() + " ended before it served");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
