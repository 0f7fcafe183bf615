package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.PluginPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One jar with one of each kind, used through every command that takes names. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PluginsEverywhereTest {

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path jar = Path.of("");

    @BeforeAll
    static void buildTheJar() throws IOException {
        jar = PluginJar.house(shared.resolve("a house.jar"));
    }

    private static Result with(String option, String... arguments) {
        return Cli.run(Stream.concat(Arrays.stream(arguments), Stream.of(option, jar.toString()))
                .toArray(String[]::new));
    }

    private static Result done(String... arguments) {
        Result result = with("--plugin", arguments);
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result;
    }

    private String samples() throws IOException {
        return Files.writeString(folder.resolve("in.jsonl"), """
                        {"id":"1","final_response":"home","answer":"home"}
                        {"id":"2","final_response":"away","answer":"home"}
                        """).toString();
    }

    private String runs() {
        return folder.resolve("runs").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--plugin", "--classpath"})
    void rewardScoresIsListedProbedAndAudited(String option) throws IOException {
        Path out = folder.resolve("out.jsonl");
        String[] score = {"score", "--reward", "HOUSE_reward", "--in", samples(), "--out", out.toString(), "--quiet"};
        assertThat(with(option, score).exitCode()).isZero();
        assertThat(out).hasContent("""
                {"id":"1","reward":1.0,"extras":{}}
                {"id":"2","reward":0.0,"extras":{}}
                """);
        assertThat(with(option, "rewards").out()).contains("house_reward", "qa_f1_reward");
        assertThat(with(option, "probe", "--reward", "house_reward", "--gold", "home")
                        .out())
                .contains("home");
        assertThat(with(option, "audit", "--reward", "house_reward", "--in", samples())
                        .exitCode())
                .isLessThan(ExitCode.REFUSED);
        assertThat(with(option, "doctor").out()).contains("house", "A house with one door.");
        assertThat(with(option, "setup", "house").out()).contains("'house' needs nothing");
    }

    @Test
    void rowFormatIsScoredAuditedAndRun() throws IOException {
        String rows = Files.writeString(
                        folder.resolve("in.tsv"),
                        "id\tquestion\tfinal_response\tanswer\n1\tWhere?\thome\thome\n2\tWhere?\taway\thome\n")
                .toString();
        Path out = folder.resolve("out.jsonl");
        done("score", "--reward", "house_reward", "--in", rows, "--out", out.toString(), "--quiet");
        assertThat(out).hasContent("""
                {"id":"1","reward":1.0,"extras":{}}
                {"id":"2","reward":0.0,"extras":{}}
                """);
        assertThat(with("--plugin", "score", "--reward", "house_reward", "--in", rows, "--out", rows + ".tsv")
                        .err())
                .contains("house-tabs files are read, but not written");
        assertThat(with("--plugin", "audit", "--reward", "house_reward", "--in", rows)
                        .out())
                .contains("on 2 samples");
        Path suite = Files.writeString(folder.resolve("rows.yaml"), """
                model: policy:house-owner
                reward: house_reward
                data: in.tsv
                """);
        assertThat(done("run", suite.toString(), "--runs", runs(), "--json", "--quiet")
                        .out())
                .contains("\"tasks\":2,\"avg_reward\":1.0");
        assertThat(Cli.run("score", "--reward", "qa_f1_reward", "--in", rows, "--out", out.toString())
                        .exitCode())
                .isNotZero();
    }

    @Test
    void suiteAgentPolicyToolAndRewardRunAndTheRunIsRead() {
        assertThat(done("run", "house", "--runs", runs()).out()).contains("house-1", "house-2");
        assertThat(done("run", "village", "--runs", runs()).out()).contains("house-1");
        done("run", "house", "--agent", "house-butler", "--set", "say=away", "--runs", runs(), "--quiet");
        assertThat(done("diagnose", "latest", "--runs", runs()).out()).contains("locked out", "Carry a key.");
        assertThat(done("rescore", "latest", "--reward", "house_reward", "--runs", runs())
                        .out())
                .contains("house_reward");
        Path report = folder.resolve("report.md");
        done("report", "latest", "--out", report.toString(), "--runs", runs());
        assertThat(report).content().contains("Carry a key.");
        assertThat(Cli.run("show", "latest", "house-1", "--runs", runs()).out()).contains("away");
        assertThat(Cli.run("run", "house", "--runs", runs()).err()).contains("there is no suite 'house'");
    }

    @Test
    void agentAndSuiteIterate() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                suite: house
                champion: {name: away, agent: house-butler, set: {say: away}}
                accept: mean
                candidates:
                  - {name: home, agent: house-butler, set: {say: home}}
                """);
        assertThat(done("iterate", plan.toString(), "--runs", runs()).out()).containsPattern("home .*kept");
    }

    @Test
    void environmentIsListedAndPlayed() throws IOException {
        assertThat(done("env", "list").out()).containsPattern("house +play, serve +A house with one door");
        assertThat(output(folder, "env", "play", "house", "--colour", "blue", "--json", "--plugin", jar.toString()))
                .contains("You see a blue door.");
        Result task = with("--plugin", "env", "play", "browser", "--task", "house.7");
        assertThat(task.err()).contains("the house knows the task house.7");
    }

    private Process child(Path where, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Child.command(arguments)).directory(where.toFile());
        builder.environment().remove(PluginPath.FOLDERS_VARIABLE);
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        return builder.redirectErrorStream(true).start();
    }

    private String output(Path where, String... arguments) throws IOException {
        Process process = child(where, arguments);
        process.getOutputStream().close(); // nothing is typed
        try (BufferedReader lines = process.inputReader()) {
            return String.join("\n", lines.lines().toList());
        }
    }

    @Test
    void environmentIsServed() throws Exception {
        Process server =
                child(folder, "env", "serve", "house", "--port", "0", "--colour", "green", "--plugin", jar.toString());
        try (BufferedReader lines = server.inputReader();
                HttpClient http = HttpClient.newHttpClient()) {
            String line = String.valueOf(lines.readLine());
            assertThat(line).contains("serving house on http://");
            URI door = URI.create(line.replaceFirst(".* on (http\\S+).*", "$1") + "/door");
            assertThat(http.send(HttpRequest.newBuilder(door).build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("green");
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void jarsInTheFolderPluginsAreAlwaysThere() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project/plugins"));
        Files.copy(jar, project.resolve("house.jar"));
        assertThat(output(folder.resolve("project"), "rewards")).contains("house_reward");
        assertThat(output(folder, "rewards")).contains("qa_f1_reward").doesNotContain("house_reward");
        Path config = Files.createDirectories(folder.resolve("config/guerdon/plugins"));
        Files.copy(jar, config.resolve("house.jar"));
        assertThat(output(folder, "env", "list")).contains("A house with one door");
    }

    @Test
    void sourceFileBringsEveryKind() throws IOException {
        String source = PluginJar.houseSource(folder).toString();
        assertThat(Cli.run("rewards", "house_reward", "--source", source).out()).contains("1 for the answer");
        Path suite = Files.writeString(folder.resolve("mine.yaml"), PluginJar.resource("house.yaml"));
        Result run = Cli.run("run", suite.toString(), "--source", source, "--runs", runs());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Cli.run("env", "list", "--source", source).out()).contains("A house with one door");
    }

    @Test
    void sourceFileMayUseTheClassesOfAJar() throws IOException {
        Path source = Files.writeString(
                folder.resolve("Twice.java"),
                "class Twice { @dev.guerdon.api.Reward(\"twice\") static double twice(String finalResponse) {"
                        + " return 2 * HousePlugin.Methods.house(finalResponse, \"home\"); } }");
        Result result = with("--plugin", "rewards", "twice", "--source", source.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
    }

    private Result refused(Path bad) {
        String out = folder.resolve("out.jsonl").toString();
        Result result = Cli.run("score", "--reward", "qa_f1_reward", "--out", out, "--plugin", bad.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(folder.resolve("out.jsonl")).doesNotExist();
        return result;
    }

    private Path bad(String body, Map<String, String> entries) throws IOException {
        Path source = Files.writeString(
                folder.resolve("Bad.java"),
                "public class Bad implements dev.guerdon.api.Plugin {"
                        + " public void install(Registration registration) { " + body + " } }");
        return PluginJar.of(folder.resolve("bad.jar"), source, entries);
    }

    @Test
    void badJarsAreRefusedInOneSentence() throws IOException {
        Map<String, String> named = Map.of(PluginJar.SERVICES, "Bad");
        assertThat(refused(bad("", Map.of())).err()).contains("no plugin found in", "bad.jar", PluginJar.SERVICES);
        assertThat(refused(bad("throw new IllegalStateException(\"boom\");", named))
                        .err())
                .contains("the plugin Bad of", "bad.jar failed to install", "IllegalStateException: boom");
        assertThat(refused(bad("throw new NoClassDefFoundError(\"a/B\");", named))
                        .err())
                .contains("needs the class a.B");
        assertThat(refused(bad("", Map.of(PluginJar.SERVICES, "Gone"))).err())
                .contains("bad.jar names the plugin Gone, and has no such class");
        assertThat(refused(bad("", Map.of(PluginJar.SERVICES, "java.lang.String")))
                        .err())
                .contains("does not implement dev.guerdon.api.Plugin");
        assertThat(refused(bad("registration.reward(\"QA_F1_reward\", sample -> 1);", named))
                        .err())
                .contains(
                        "the reward name 'QA_F1_reward' is taken twice: by dev.guerdon.rewards.QaRewards",
                        "and by Bad");
        assertThat(refused(Files.writeString(folder.resolve("text.jar"), "no jar"))
                        .err())
                .contains("text.jar is not a jar that can be read");
    }

    @Test
    void twoJarsMayNotTakeTheSameName() throws IOException {
        Path other = bad(
                "registration.policy(new dev.guerdon.api.Policy() {"
                        + " public String name() { return \"House-Owner\"; }"
                        + " public String description() { return \"\"; }"
                        + " public Session begin(dev.guerdon.api.Task task, dev.guerdon.api.Context context, long seed)"
                        + " { return null; } });",
                Map.of(PluginJar.SERVICES, "Bad"));
        Result result = with("--plugin", "rewards", "--plugin", other.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err())
                .containsIgnoringCase("the policy name 'house-owner' is taken twice")
                .contains("a house.jar", "bad.jar");
    }
}
