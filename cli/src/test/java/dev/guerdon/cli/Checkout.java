package dev.guerdon.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A small checkout with the real launcher scripts, and one source file and a stand-in for Maven instead of the real project: a
 * build takes a second or two.
 *
 * @param root the folder of the checkout
 */
public record Checkout(Path root) {

    /** The real checkout, whose scripts are under test. */
    public static final Path REAL =
            Path.of(System.getProperty("guerdon.root", "..")).toAbsolutePath();

    /** Returns the folders of all modules, in the order of the build; that of Spark, which only a profile builds, is the last. */
    public static List<Path> modules() {
        try {
            return Pattern.compile("<module>(.*?)</module>")
                    .matcher(Files.readString(REAL.resolve("pom.xml")))
                    .results()
                    .map(module -> REAL.resolve(module.group(1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Checkout create(Path root) throws IOException {
        copy(REAL.resolve("guerdon"), root.resolve("guerdon"));
        try (Stream<Path> scripts = Files.list(REAL.resolve("bin"))) {
            for (Path script : scripts.filter(Files::isRegularFile).toList()) {
                copy(script, root.resolve("bin").resolve(script.getFileName()));
            }
        }
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        resource("App.java", root.resolve("cli/src/main/java/App.java"));
        Path maven = root.resolve(".tools/apache-maven-3.9.12/bin/mvn");
        resource("mvn", maven);
        if (!maven.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + maven);
        }
        return new Checkout(root);
    }

    Path launcher() {
        return root.resolve("guerdon");
    }

    /** Changes the program's source, with a time stamp after the build's. */
    void edit(String text, String replacement) throws IOException {
        Path source = root.resolve("cli/src/main/java/App.java");
        Files.writeString(source, Files.readString(source).replace(text, replacement));
    }

    /** How often Maven was called. */
    int builds() throws IOException {
        Path log = root.resolve("builds.log");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    Result run(String... arguments) {
        return run(root, Map.of(), command(arguments));
    }

    List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher().toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a command to its end, with further environment variables; an empty one is unset. */
    static Result run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            return new Running(start(folder, environment, command)).end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Process start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        // What this test runs with, whatever the machine's default is.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .keySet()
                .removeAll(List.of("GUERDON_JAVA_HOME", "GUERDON_JAVA_OPTS", "JAVA_TOOL_OPTIONS"));
        environment.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** What a command printed, and its exit code. */
    public record Result(int exitCode, String out, String err) {}

    /** A command under way. */
    public record Running(Process process) {

        /** Waits for its end; after five minutes it is killed, so that no test waits for ever and nothing is left running. */
        public Result end() {
            var unused = process.onExit().orTimeout(5, TimeUnit.MINUTES).exceptionally(late -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                return process.destroyForcibly();
            });
            StringBuilder err = new StringBuilder();
            Thread reader = Thread.ofVirtual().start(() -> err.append(text(process.getErrorStream())));
            String out = text(process.getInputStream());
            try {
                reader.join();
                if (!process.waitFor(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("still running: " + process.info());
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Result(process.exitValue(), out, err.toString());
        }

        private static String text(InputStream stream) {
            try (stream) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Files.copy(from, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static void resource(String name, Path to) throws IOException {
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        try (InputStream in = Objects.requireNonNull(Checkout.class.getResourceAsStream("/launcher/" + name))) {
            Files.copy(in, to);
        }
    }
}
