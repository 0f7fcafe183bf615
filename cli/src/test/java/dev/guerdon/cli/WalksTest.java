package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The walks in {@code docs/architecture.md} pass the classes that they name, in that order.
 *
 * <p>A walk is run in a JVM that logs when a class is initialised, which is when it is first used; the order in which classes are
 * loaded would say less, because the verifier loads some of them early.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class WalksTest {

    private static final String SCORE = "### One line through";
    private static final String RUN = "### One web episode";
    private static final String REPORT = "Then `report latest`";
    private static final String HTTP = "### One step over HTTP";

    private static final Pattern NAME = Pattern.compile("`((?:[a-z]+\\.)+)([A-Z]\\w*(?:\\.[A-Z]\\w*)?)`");
    private static final Pattern INITIALIZED = Pattern.compile("Initializing '(dev/guerdon/[\\w/$]+)'");
    private static final int MOST_CLASSES_TO_SCORE = 90;

    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");

    @TempDir
    Path folder;

    static Stream<String> walks() {
        return Stream.of(SCORE, RUN, REPORT, HTTP);
    }

    /** The classes that a walk names, each where it is named first. */
    private static List<String> named(String begin) throws IOException {
        String page = Files.readString(Checkout.REAL.resolve("docs/architecture.md"));
        int from = page.indexOf(begin);
        assertThat(from).as("'%s' in docs/architecture.md", begin).isNotNegative();
        int to = Stream.of("\n### ", "\n## ", "\n" + REPORT)
                .mapToInt(next -> page.indexOf(next, from + begin.length()))
                .filter(index -> index >= 0)
                .min()
                .orElse(page.length());
        LinkedHashSet<String> names = new LinkedHashSet<>();
        Matcher name = NAME.matcher(page).region(from, to);
        while (name.find()) {
            names.add("dev.guerdon." + name.group(1) + name.group(2).replace('.', '$'));
        }
        return List.copyOf(names);
    }

    @ParameterizedTest
    @MethodSource("walks")
    void everyClassOnTheWayExists(String walk) throws IOException {
        assertThat(named(walk))
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(exists(name)).as(name).isTrue());
    }

    private static boolean exists(String name) {
        return WalksTest.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }

    @Test
    void oneLineThroughScore() throws Exception {
        Path in = Files.writeString(
                folder.resolve("in.jsonl"), "{\"final_response\":\"Kafka\",\"answer\":\"Franz Kafka\"}\n");
        run("score", "--quiet", "--reward", "qa_f1_reward", "--in", in.toString(), "--out", "out.jsonl");
        assertPassed(SCORE);
        assertThat(initialized().filter(name -> !name.contains("$")).distinct())
                .as("classes that one line needs, without nested ones; a start must stay short")
                .hasSizeLessThanOrEqualTo(MOST_CLASSES_TO_SCORE);
    }

    @Test
    @Tag("slow")
    void oneWebEpisodeFromRunToReport() throws Exception {
        List<Check> missing = Registry.discover().environment("browser").checks().stream()
                .filter(check -> !check.ok())
                .filter(check -> check.part().toLowerCase(Locale.ROOT).matches(".*(chromium|node|browser).*"))
                .toList();
        assumeTrue(missing.isEmpty(), () -> "skipped: this walk drives a browser, and this is missing: " + missing);
        run("run", "offline-web", "--limit", "1", "--runs", "runs", "--quiet");
        assertPassed(RUN);
        run("report", "latest", "--runs", "runs", "--out", "report.html");
        assertPassed(REPORT);
    }

    @Test
    void oneStepOverHttp() throws Exception {
        Files.createDirectory(folder.resolve("data"));
        Process server = command("env", "serve", "alfworld", "--port", "0", "--data", "data")
                .start();
        try {
            String url = CompletableFuture.supplyAsync(() -> address(server)).get(60, TimeUnit.SECONDS);
            assertThat(post(url + "/reset", "{\"split\":\"bundled\",\"task_id\":\"bundled-0\"}"))
                    .contains("Your task is to");
            assertThat(post(url + "/step", "{\"action\":\"inventory\"}")).contains("Your hands are empty.");
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
        assertPassed(HTTP);
    }

    private static String address(Process server) {
        try {
            StringBuilder said = new StringBuilder();
            for (String line = server.inputReader().readLine();
                    line != null;
                    line = server.inputReader().readLine()) {
                said.append(line).append('\n');
                Matcher address = ADDRESS.matcher(line);
                if (address.find()) {
                    return address.group();
                }
            }
            throw new AssertionError("the server ended: " + said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String post(String url, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.add(command.indexOf("-cp"), "-Xlog:class+init=info:file=classes.log");
        return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = command(arguments).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(150, TimeUnit.SECONDS))
                    .as("the end of %s", List.of(arguments))
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The names of Guerdon's classes, in the order in which they were initialised. */
    private Stream<String> initialized() throws IOException {
        return INITIALIZED
                .matcher(Files.readString(folder.resolve("classes.log")))
                .results()
                .map(found -> found.group(1).replace('/', '.'));
    }

    private void assertPassed(String walk) throws IOException {
        List<String> named = named(walk);
        LinkedHashSet<String> passed = initialized().collect(Collectors.toCollection(LinkedHashSet::new));
        passed.retainAll(named);
        assertThat(passed)
                .as(
                        "the classes that '%s' in docs/architecture.md names, in the order in which they are first"
                                + " used",
                        walk)
                .containsExactlyElementsOf(named);
    }
}
