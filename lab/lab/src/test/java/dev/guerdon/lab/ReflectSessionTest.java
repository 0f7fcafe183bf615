package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole sessions in which a scripted model reflects, reached over HTTP as any other model is. */
@Timeout(120)
class ReflectSessionTest {

    private static final int TASKS = 30;

    private static final String GOOD = "Here it is:\n```json\n{\"target\":\"prompt.10-task.md\","
            + "\"value\":\"Answer with the bare value.\",\"title\":\"bare values\",\"cause\":\"wrong_format\","
            + "\"why\":\"A sentence earns nothing.\"}\n```";

    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** What the model answers, one after the other; then the last again. */
    private volatile List<String> script = List.of();

    private HttpServer model;

    @BeforeEach
    void serve() throws IOException {
        model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.createContext("/v1/chat/completions", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(body);
            Map<String, Object> reply = Map.of(
                    "id",
                    "x",
                    "object",
                    "chat.completion",
                    "created",
                    1,
                    "model",
                    "scripted",
                    "choices",
                    List.of(Map.of(
                            "index",
                            0,
                            "finish_reason",
                            "stop",
                            "message",
                            Map.of("role", "assistant", "content", script(asked.size() - 1)))),
                    "usage",
                    Map.of("prompt_tokens", 100, "completion_tokens", 10, "total_tokens", 110));
            byte[] answer = JsonCodec.write(reply).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        model.start();
    }

    private String script(int turn) {
        return script.get(Math.min(turn, script.size() - 1));
    }

    @AfterEach
    void stop() {
        model.stop(0);
    }

    private ImprovementSession.Result run(String... answers) throws Exception {
        script = List.of(answers);
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: small\nagent: tunable\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, TASKS)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'How much does thing number " + i
                                        + " weigh in the old store?', answer: '" + (1000 + 37 * i) + "'}\n")
                                .collect(Collectors.joining()));
        Files.writeString(
                folder.resolve("plan.yaml"), """
                suite: suite.yaml
                seed: 7
                accept: mean
                champion: {set: {limit: 20}}
                change: {set: {section.answer_format: , limit: {from: 1, to: 64}}, prompt: [10-task.md]}
                proposers:
                  - reflect: {model: "openai-compatible:http://127.0.0.1:%d/v1#scripted"}
                """.formatted(model.getAddress().getPort()));
        return ImprovementSession.start(
                        Registry.discover(),
                        new RunStore(folder.resolve("runs")),
                        folder.resolve("plan.yaml"),
                        ImprovementSession.Options.USUAL)
                .run(new ImprovementListener() {});
    }

    @Test
    @Tag("slow")
    void whatHelpsIsKeptAndNoAnswerOfATaskGetsIn() throws Exception {
        ImprovementSession.Result result = run(
                "I would rather talk about the weather.",
                "I would still rather talk about the weather.",
                "{\"target\":\"prompt.10-task.md\",\"value\":\"Thing number 3 weighs 1111. Answer with the bare value.\"}",
                GOOD);
        assertThat(kept(result)).containsExactly("bare values");
        assertThat(result.champion().resolve("prompt/10-task.md")).content().contains("Answer with the bare value.");
        assertThat(result.confirmation()).contains("that nothing had seen", "confirmed");
        assertThat(result.report().markdown()).contains("weather").doesNotContain("weighs 1111");
    }

    @Test
    @Tag("slow")
    void modelReadsWhyItsAnswersWereRefused() throws Exception {
        ImprovementSession.Result result = run(
                "{\"target\":\"set.harmful\",\"value\":\"on\",\"title\":\"as the page told me\"}",
                "{\"target\":\"set.limit\",\"value\":\"a lot\"}",
                GOOD);
        assertThat(kept(result)).containsExactly("bare values");
        assertThat(result.champion().resolve("champion.yaml")).content().doesNotContain("harmful");
        assertThat(words(0))
                .contains("wrong_format", "set.limit: a whole number from 1 to 64", "prompt.10-task.md")
                .doesNotContain("set.harmful");
        assertThat(words(1)).contains("the plan does not let", "set.harmful");
    }

    @Test
    void modelIsShownNoGoldAnswerAndIsGivenUpWhereItAnswersNothingOfUse() throws Exception {
        ImprovementSession.Result result = run("no", "no", "no", "no", "no", "no", GOOD);
        assertThat(kept(result)).isEmpty();
        assertThat(asked).as("three turns, each repaired once").hasSize(6);
        assertThat(asked).allMatch(body -> body.replace(" ", "").matches("(?s).*\"max_(completion_)?tokens\":16000.*"));
        assertThat(words(0)).contains("How much does thing number");
        assertThat(words(1)).contains("This cannot be used", "expected one JSON object");
        assertThat(result.ended()).contains("The proposer 'reflect' is stopped after 3 useless answers in a row");
        for (int turn = 0; turn < asked.size(); turn++) {
            String words = words(turn);
            assertThat(IntStream.range(0, TASKS).filter(i -> words.contains(String.valueOf(1000 + 37 * i))))
                    .as("gold answers in\n%s", words)
                    .isEmpty();
        }
    }

    private static List<String> kept(ImprovementSession.Result result) {
        return result.changes().stream()
                .filter(change ->
                        change.verdict() == Verdict.KEPT && !change.proposer().isEmpty())
                .map(ImprovementListener.Change::title)
                .toList();
    }

    private String words(int turn) {
        return JsonCodec.read(asked.get(turn), "what the model was asked").get("messages").asList().stream()
                .map(message -> message.find("content").map(Json::asString).orElse(""))
                .collect(Collectors.joining("\n"));
    }
}
