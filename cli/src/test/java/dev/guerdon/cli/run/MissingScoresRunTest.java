package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model on this machine that fails when a test wants it to: what a user sees of runs in which scores are missing. */
class MissingScoresRunTest {

    private static final String UNAUTHORISED = "{\"error\":{\"message\":\"the key is not valid\"}}";

    @TempDir
    Path folder;

    private HttpServer server;

    /** The codes of the next answers; then all are well. */
    private final Queue<Integer> codes = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            Integer next = codes.poll();
            int code = next == null ? 200 : next;
            String reply = code == 200
                    ? JsonCodec.write(Map.of(
                            "choices",
                            List.of(Map.of(
                                    "message",
                                    Map.of("role", "assistant", "content", "\\boxed{4}"),
                                    "finish_reason",
                                    "stop")),
                            "usage",
                            Map.of("prompt_tokens", 10, "completion_tokens", 2)))
                    : UNAUTHORISED;
            byte[] body = reply.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Path suite(int retries, int tasks) throws IOException {
        return Files.writeString(
                folder.resolve("suite.yaml"),
                "name: sums\nreward: math_equal_reward\nmodel: 'openai-compatible:http://127.0.0.1:"
                        + server.getAddress().getPort() + "/v1#small?retries=" + retries + "'\ntasks:\n"
                        + IntStream.range(0, tasks)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'What is 2 + 2?', answer: '4'}\n")
                                .collect(Collectors.joining()));
    }

    private Result guerdon(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--runs", folder.resolve("runs").toString()));
        return Cli.run(all.toArray(String[]::new));
    }

    private void fail(int code, int times) {
        for (int i = 0; i < times; i++) {
            codes.add(code);
        }
    }

    private static String name(Result run) {
        return JsonCodec.read(run.out(), "output").get("run").asString();
    }

    @Test
    void aModelThatRefusesTheKeyStopsTheRunAndResumeGoesOn() throws IOException {
        fail(401, 3);
        Result stopped = guerdon("run", suite(0, 6).toString(), "--parallel", "1");
        assertThat(stopped.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(stopped.out())
                .containsPattern("average reward n/a over 0 scored episodes, 3 missing, 3 of 6 episodes, stopped")
                .doesNotContain("0.000")
                .doesNotContain(", complete");
        assertThat(stopped.err())
                .contains("guerdon: the run was stopped, because the model failed on 3 tasks in a row with one cause: ")
                .contains("the key is not valid")
                .containsPattern("'guerdon run --resume run_[0-9_]+ --runs .+', or use --keep-going");
        assertThat(guerdon("runs").out()).contains("n/a (3 missing)").contains("stopped");
        assertThat(JsonCodec.read(guerdon("runs", "--json").out(), "runs")
                        .get("runs")
                        .asList()
                        .getFirst()
                        .get("avg_reward")
                        .isNull())
                .isTrue();

        Result resumed = guerdon("run", "--resume", "latest", "--json");
        assertThat(resumed.exitCode()).as(resumed.err()).isEqualTo(ExitCode.DONE);
        Json printed = JsonCodec.read(resumed.out(), "output");
        assertThat(printed.get("avg_reward").asDouble()).isEqualTo(1);
        assertThat(printed.get("unscored").asInt()).isZero();
        assertThat(printed.get("metrics").get("episodes").asInt()).isEqualTo(6);
        assertThat(printed.get("metrics").get("ended/no_tool_calls").asInt()).isEqualTo(6);
    }

    @Test
    void keepGoingTriesEveryTask() throws IOException {
        fail(401, 4);
        Result result = guerdon("run", suite(0, 6).toString(), "--parallel", "1", "--keep-going", "--json");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        Json printed = JsonCodec.read(result.out(), "output");
        assertThat(printed.get("avg_reward").asDouble())
                .as("over the two that were scored")
                .isEqualTo(1);
        assertThat(printed.get("unscored").asInt()).isEqualTo(4);
        assertThat(printed.get("metrics").get("ended/model_failed").asInt()).isEqualTo(4);
    }

    @Test
    void showTellsTokensFinishReasonAndRetries() throws IOException {
        fail(500, 1);
        Result run = guerdon("run", suite(1, 1).toString(), "--json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(JsonCodec.read(run.out(), "output")
                        .get("metrics")
                        .get("retries")
                        .asInt())
                .isEqualTo(1);
        assertThat(guerdon("show", "latest", "t0").out())
                .containsPattern("--- step 1, .*, 10 tokens in and 2 out, .*1 retry, waited .*, finish stop")
                .containsPattern("used: +1 model calls, 10 tokens in and 2 out, .*1 retry, waited ")
                .contains("ended:  no_tool_calls after 1 steps");
        assertThat(guerdon("show", "latest").out())
                .containsPattern("steps +ended +tokens +cost +retries +answer")
                .containsPattern("t0 .* no_tool_calls +12 +unknown +1 ");
        Json shown = JsonCodec.read(guerdon("show", "latest", "t0", "--json").out(), "episode");
        assertThat(shown.get("ending").asString()).isEqualTo("ended");
        assertThat(shown.get("limit").isNull()).isTrue();
        assertThat(shown.get("retries").asInt()).isEqualTo(1);
        assertThat(shown.get("waited_seconds").asDouble()).isPositive();
    }

    @Test
    void theGateRefusesUntilTheMissingEpisodesWereRunAgain() throws IOException {
        String suite = suite(0, 5).toString();
        String base = name(guerdon("run", suite, "--json"));
        fail(500, 1);
        Result lacking = guerdon("run", suite, "--parallel", "1", "--json");
        assertThat(lacking.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        Result undecided = guerdon("compare", base, "latest", "--gate");
        assertThat(undecided.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(undecided.out())
                .contains("gate undecided for")
                .contains("unscored: no decision is possible: 1 pair without a score")
                .contains("1.000 (1 missing)")
                .doesNotContain("regressed  t0");
        Result decided = guerdon("compare", base, "latest", "--gate", "--retries", "1");
        assertThat(decided.exitCode()).as(decided.out() + decided.err()).isEqualTo(ExitCode.DONE);
        assertThat(decided.out()).contains("gate passed for").doesNotContain("missing,");
        assertThat(decided.err()).contains("running 1 failed episode of");
    }

    @Test
    void retriesOfTheRunItselfMakeItWhole() throws IOException {
        fail(500, 2);
        Result result = guerdon("run", suite(0, 5).toString(), "--parallel", "1", "--retries", "1", "--json");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(JsonCodec.read(result.out(), "output").get("avg_reward").asDouble())
                .isEqualTo(1);
        Result negative = guerdon("run", suite(0, 5).toString(), "--retries", "-1");
        assertThat(negative.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(negative.err()).contains("--retries must be at least 0, found -1");
    }

    private static String withoutTimes(Result run) {
        return run.out().replaceAll("\"run\":\"[^\"]*\"", "").replaceAll("\"[a-z_/]*seconds[a-z_/]*\":[-0-9.E]+", "");
    }

    @Test
    void forEpisodesInProcessesTheModelIsAskedHere() throws IOException {
        List<String> run = List.of("run", suite(1, 3).toString(), "--parallel", "1", "--json");
        fail(503, 1);
        Result here = guerdon(run.toArray(String[]::new));
        fail(503, 1);
        Result there =
                guerdon(Stream.concat(run.stream(), Stream.of("--isolate")).toArray(String[]::new));
        assertThat(there.exitCode()).as(there.err()).isZero();
        assertThat(withoutTimes(there)).isEqualTo(withoutTimes(here)).contains("\"tokens\":36", "\"retries\":1");

        fail(401, 3);
        Result refused = guerdon("run", suite(0, 6).toString(), "--parallel", "1", "--isolate");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(refused.err()).contains("the key is not valid");

        Result spent = guerdon(
                "run", suite(0, 6).toString(), "--parallel", "1", "--isolate", "--budget-tokens", "24", "--json");
        assertThat(JsonCodec.read(spent.out(), "the run").get("tasks").asInt()).isEqualTo(2);
    }
}
