package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.agent.Detached;
import dev.guerdon.agent.FakeProvider;
import dev.guerdon.agent.Fixture;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every provider against a server that answers, and fails, as it does. */
class ApiModelsTest {

    private static final String KEY = "test-key-abcdefgh-123456";

    private final FakeProvider server = new FakeProvider();
    private final List<Duration> pauses = new ArrayList<>();
    private final Registry registry = Fixture.registry();

    /** A provider, the way its API speaks. */
    enum Provider {
        OPENAI("openai:gpt-4o-mini", "/chat/completions"),
        COMPATIBLE("openai-compatible:%s/v1#local", "/v1/chat/completions"),
        ANTHROPIC("anthropic:claude-haiku-4-5", "/messages"),
        OLLAMA("ollama:llama3:8b", "/api/chat");

        final String spec;
        final String path;

        Provider(String spec, String path) {
            this.spec = spec;
            this.path = path;
        }

        String answer(String text) {
            return switch (this) {
                case OPENAI, COMPATIBLE -> """
                    {"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
                     "message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}],
                     "usage":{"prompt_tokens":1000,"completion_tokens":200,"total_tokens":1200}}\
                    """.formatted(text);
                case ANTHROPIC -> """
                    {"id":"x","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"%s"}],
                     "stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":200}}\
                    """.formatted(text);
                case OLLAMA -> """
                    {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"%s"},
                     "done":true,"done_reason":"stop","prompt_eval_count":1000,"eval_count":200}\
                    """.formatted(text);
            };
        }

        /** Two calls of one turn. */
        String calls() {
            return switch (this) {
                case OPENAI, COMPATIBLE -> """
                    {"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":
                     {"role":"assistant","content":null,"tool_calls":[
                      {"id":"a","type":"function","function":{"name":"count","arguments":"{\\"by\\": 2}"}},
                      {"id":"b","type":"function","function":{"name":"echo","arguments":"{\\"text\\": \\"hé\\"}"}}]},
                     "finish_reason":"tool_calls"}],
                     "usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}\
                    """;
                case ANTHROPIC -> """
                    {"id":"x","type":"message","role":"assistant","model":"m","content":[
                      {"type":"tool_use","id":"a","name":"count","input":{"by":2}},
                      {"type":"tool_use","id":"b","name":"echo","input":{"text":"hé"}}],
                     "stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":5}}\
                    """;
                case OLLAMA -> """
                    {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"",
                     "tool_calls":[{"function":{"name":"count","arguments":{"by":2}}},
                      {"function":{"name":"echo","arguments":{"text":"hé"}}}]},
                     "done":true,"done_reason":"stop","prompt_eval_count":10,"eval_count":5}\
                    """;
            };
        }

        String error(String message) {
            return switch (this) {
                case OPENAI, COMPATIBLE -> "{\"error\":{\"message\":\"" + message + "\",\"type\":\"t\"}}";
                case ANTHROPIC -> "{\"type\":\"error\",\"error\":{\"type\":\"t\",\"message\":\"" + message + "\"}}";
                case OLLAMA -> "{\"error\":\"" + message + "\"}";
            };
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Model open(Provider provider, String options) {
        return open(provider.spec.formatted(server.url()) + options);
    }

    private Model open(String spec) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("OPENAI_BASE_URL", server.url());
        environment.put("ANTHROPIC_BASE_URL", server.url());
        environment.put("OLLAMA_HOST", server.url());
        environment.put("OPENAI_API_KEY", KEY);
        environment.put("ANTHROPIC_API_KEY", KEY);
        environment.put("MY_KEY", KEY);
        return ModelFactory.open(registry, spec, null, null, environment, new Pace() {
            private long now;

            @Override
            public synchronized long nanos() {
                return now;
            }

            @Override
            public synchronized void sleep(Duration duration) {
                now += duration.toNanos();
                pauses.add(duration);
            }
        });
    }

    private static ModelReply ask(Model model) {
        return model.begin(Detached.scope()).reply(List.of(Message.system("Be brief."), Message.user("Hi")), List.of());
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerComesWithItsTokensAndItsPrice(Provider provider) {
        server.then(FakeProvider.json(provider.answer("Hello")));
        ModelReply reply = ask(open(provider, ""));
        assertThat(reply.message()).isEqualTo(Message.assistant("Hello"));
        assertThat(reply.usage().inputTokens()).isEqualTo(1000);
        assertThat(reply.usage().outputTokens()).isEqualTo(200);
        assertThat(reply.usage().usd())
                .isCloseTo(
                        switch (provider) {
                            case OPENAI -> 0.00015 + 0.00012;
                            case ANTHROPIC -> 0.001 + 0.001;
                            case COMPATIBLE, OLLAMA -> 0.0;
                        },
                        org.assertj.core.api.Assertions.within(1e-12));
        FakeProvider.Request request = server.requests().getFirst();
        assertThat(request.path()).isEqualTo(provider.path);
        assertThat(request.body().find("stream").map(Json::value)).isNotEqualTo(Optional.of(true));
        assertThat(request.body().find("tools").map(tools -> tools.asList().isEmpty()))
                .isNotEqualTo(Optional.of(false));
        assertThat(request.body().toString()).contains("Be brief.", "Hi");
    }

    @Test
    void theConnectionIsMadeAgainIfItsThreadsWereInterrupted() throws InterruptedException {
        Provider provider = Provider.COMPATIBLE;
        server.then(FakeProvider.json(provider.answer("one"))).then(FakeProvider.json(provider.answer("two")));
        Model model = open(provider, "?retries=0");
        assertThat(ask(model).message().text()).isEqualTo("one");
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().endsWith("SelectorManager")) {
                thread.interrupt();
                thread.join();
            }
        }
        assertThat(ask(model).message().text()).isEqualTo("two");
    }

    @ParameterizedTest
    @EnumSource
    void aWholeRolloutCallsToolsNatively(Provider provider) {
        server.then(FakeProvider.json(provider.calls())).then(FakeProvider.json(provider.answer("It is done.")));
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), open(provider, "")));
        assertThat(rollout.error()).isEmpty();
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(rollout.finalResponse()).isEqualTo("It is done.");
        List<Message> said = rollout.trajectory().messages();
        assertThat(said.get(1).toolCalls()).extracting(ToolCall::name).containsExactly("count", "echo");
        assertThat(said.get(2).text()).isEqualTo("now 2");
        assertThat(said.get(3).text()).isEqualTo("hé");
        assertThat(rollout.usage().tokens()).isEqualTo(15 + 1200);
        String first = server.requests().getFirst().body().toString();
        assertThat(first).contains("Counts up.", "by", "integer", "required");
        String second = server.requests().get(1).body().toString();
        assertThat(second).contains("now 2", "hé");
    }

    @ParameterizedTest
    @EnumSource
    void aRateLimitIsWaitedForAsLongAsTheProviderSays(Provider provider) {
        server.then(FakeProvider.status(429, provider.error("slow down"), "Retry-After", "7"))
                .then(FakeProvider.json(provider.answer("now")));
        assertThat(ask(open(provider, "")).message().text()).isEqualTo("now");
        assertThat(pauses.stream().mapToLong(Duration::toMillis).sum()).isBetween(7_000L, 7_800L);
        assertThat(server.requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void serverErrorsAreRetriedWithGrowingPauses(Provider provider) {
        server.then(FakeProvider.status(500, provider.error("oops")))
                .then(FakeProvider.status(529, provider.error("overloaded")))
                .then(FakeProvider.status(503, ""))
                .then(FakeProvider.json(provider.answer("up again")));
        assertThat(ask(open(provider, "")).message().text()).isEqualTo("up again");
        assertThat(pauses).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(pauses.get(i).toMillis()).isBetween(500L << i, 1000L << i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void brokenAnswersAreRetried(Provider provider) {
        server.then(FakeProvider.json(provider.answer("cut off").substring(0, 60)))
                .then(FakeProvider.broken(provider.answer("cut off").substring(0, 60)))
                .then(FakeProvider.json(provider.answer("whole")));
        assertThat(ask(open(provider, "")).message().text()).isEqualTo("whole");
        assertThat(server.requests()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void aBadRequestIsNotRepeated(Provider provider) {
        server.then(FakeProvider.status(400, provider.error("the context is too long")));
        ModelException problem = catchThrowableOfType(ModelException.class, () -> ask(open(provider, "")));
        assertThat(problem.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(problem).hasMessageContaining("status 400: the context is too long");
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedKeyIsNotRepeatedAndNotShown(Provider provider) {
        server.then(
                FakeProvider.status(401, provider.error("Incorrect API key provided: " + KEY + " or sk-1234567890ab")));
        ModelException problem = catchThrowableOfType(ModelException.class, () -> ask(open(provider, "")));
        assertThat(problem.kind()).isEqualTo(Kind.AUTHENTICATION);
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            assertThat(cause.toString()).doesNotContain(KEY).doesNotContain("sk-1234567890ab");
        }
        assertThat(problem).hasMessageContaining("Incorrect API key provided: *** or ***");
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void silenceAndStalledAnswersAreTimeouts(Provider provider) {
        server.then(server.silence())
                .then(server.stall(provider.answer("slow").substring(0, 30)))
                .then(FakeProvider.json(provider.answer("in time")));
        assertThat(ask(open(provider, "?timeout=300ms")).message().text()).isEqualTo("in time");
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void afterTheLastAttemptTheFailureStands() {
        for (int i = 0; i < 4; i++) {
            server.then(FakeProvider.status(500, Provider.OPENAI.error("oops")));
        }
        assertThatThrownBy(() -> ask(open(Provider.OPENAI, "?retries=2")))
                .isInstanceOf(ModelException.class)
                .hasMessage("openai:gpt-4o-mini answered with status 500: oops; gave up after 3 attempts");
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void aUsedUpQuotaIsNotWaitedFor() {
        server.then(FakeProvider.status(429, "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}"));
        assertThatThrownBy(() -> ask(open(Provider.OPENAI, ""))).hasMessageContaining("pay");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void aServerThatIsNotStartedIsNamedAtOnce() {
        server.close();
        assertThatThrownBy(() -> ask(open(Provider.OLLAMA, "?retries=5")))
                .hasMessage("ollama:llama3:8b cannot be reached: nothing listens at " + server.url()
                        + "; is the server started, and is the address right?");
        assertThat(pauses).isEmpty();
    }

    @Test
    void aNameThatNoMachineHasIsNamedAtOnce() {
        assertThatThrownBy(() -> ask(open("openai-compatible:http://no-such-machine.invalid/v1#local")))
                .hasMessageContaining("cannot be reached: no machine has the name 'no-such-machine.invalid'");
        assertThat(pauses).isEmpty();
    }

    @Test
    void aServerWithoutHttpsIsNamedAtOnce() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket client = plain.accept()) {
                    client.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String server = "https://localhost:" + plain.getLocalPort();
            assertThatThrownBy(() -> ask(open("openai-compatible:" + server + "/v1#local")))
                    .hasMessageContaining("cannot be reached: no secure connection to " + server)
                    .hasMessageContaining("does the server speak https there")
                    .hasMessageNotContaining("Exception");
            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void aServerThatHangsUpIsToldInWords() throws IOException {
        try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket client = rude.accept()) {
                    int unused = client.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String server = "http://localhost:" + rude.getLocalPort();
            assertThatThrownBy(() -> ask(open("openai-compatible:" + server + "/v1#local?retries=0")))
                    .hasMessageContaining("broke the connection")
                    .hasMessageNotContaining("Exception");
        }
    }

    @Test
    void aServerThatAnsweredBeforeIsWaitedFor() {
        server.then(FakeProvider.json(Provider.OLLAMA.answer("hi")));
        Model model = open(Provider.OLLAMA, "?retries=2");
        ask(model);
        server.close();
        assertThatThrownBy(() -> ask(model))
                .hasMessageContaining("nothing listens at " + server.url())
                .hasMessageEndingWith("gave up after 3 attempts");
        assertThat(pauses).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"OPENAI,Authorization,'Bearer '", "ANTHROPIC,x-api-key,''"})
    void theKeyGoesIntoTheHeaderAlone(Provider provider, String header, String prefix) {
        server.then(FakeProvider.json(provider.answer("hi")));
        Model model = open(provider, "");
        ask(model);
        FakeProvider.Request request = server.requests().getFirst();
        assertThat(request.headers().entrySet())
                .anyMatch(one ->
                        one.getKey().equalsIgnoreCase(header) && one.getValue().equals(prefix + KEY));
        assertThat(request.body().toString() + request.path()).doesNotContain(KEY);
        assertThat(model.toString() + model.spec()).doesNotContain(KEY);
    }

    @Test
    void aKeyMayComeFromAnotherVariable() {
        server.then(FakeProvider.json(Provider.COMPATIBLE.answer("hi")));
        ask(open(Provider.COMPATIBLE, "?key_env=MY_KEY"));
        assertThat(server.requests().getFirst().headers()).containsEntry("Authorization", "Bearer " + KEY);
        assertThatThrownBy(() -> open(Provider.OPENAI, "?key_env=NOT_SET"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("needs an API key in the environment variable NOT_SET");
    }

    @Test
    void optionsReachTheModel() {
        server.then(FakeProvider.json(Provider.COMPATIBLE.answer("hi")));
        ask(open(Provider.COMPATIBLE, "?temperature=0.25&max_tokens=77&top_p=0.5&seed=3&price_in=10&price_out=100"));
        Map<String, Object> body =
                Map.copyOf(server.requests().getFirst().body().asMap());
        assertThat(body)
                .containsEntry("model", "local")
                .containsEntry("temperature", 0.25)
                .containsEntry("max_tokens", 77)
                .containsEntry("top_p", 0.5)
                .containsEntry("seed", 3);
    }

    @Test
    void pricesMayBeGiven() {
        server.then(FakeProvider.json(Provider.COMPATIBLE.answer("hi")));
        assertThat(ask(open(Provider.COMPATIBLE, "?price_in=10&price_out=100"))
                        .usage()
                        .usd())
                .isCloseTo(0.01 + 0.02, org.assertj.core.api.Assertions.within(1e-12));
    }

    @Test
    void imagesAreSent() {
        server.then(FakeProvider.json(Provider.OPENAI.answer("a cat")));
        Message.Media image = new Message.Media(
                "image_url", Map.of("type", "image_url", "image_url", Map.of("url", "data:image/png;base64,AAAA")));
        Message message = new Message("user", List.of(new Message.Text("What is it?"), image), List.of(), null, null);
        open(Provider.OPENAI, "").begin(Detached.scope()).reply(List.of(message), List.of());
        assertThat(server.requests().getFirst().body().toString())
                .contains("data:image/png;base64,AAAA", "What is it?");
    }

    @Test
    void noMoreCallsThanAllowedRunAtOnce() throws Exception {
        int calls = 12;
        for (int i = 0; i < calls; i++) {
            server.then(exchange -> {
                Thread.sleep(5);
                FakeProvider.json(Provider.OPENAI.answer("hi")).write(exchange);
            });
        }
        Model model = open(Provider.OPENAI, "?concurrency=3");
        CountDownLatch done = new CountDownLatch(calls);
        for (int i = 0; i < calls; i++) {
            Thread.ofVirtual().start(() -> {
                ask(model);
                done.countDown();
            });
        }
        done.await();
        assertThat(server.mostAtOnce()).isBetween(1, 3);
    }

    @Test
    void cancellingARolloutEndsItsCall() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        server.then(exchange -> {
            asked.countDown();
            server.silence().write(exchange);
        });
        Fixture.Heard heard = new Fixture.Heard();
        RunningRollouts job = RolloutEngine.start(
                Fixture.setup(Fixture.tools(), open(Provider.OPENAI, "")),
                List.of(RolloutPlan.of(Fixture.tasks(1).getFirst(), 0, 0)),
                1,
                heard);
        asked.await();
        job.cancel();
        job.await();
        assertThat(heard.rollouts.getFirst().trajectory().finishReason()).isEqualTo(FinishReason.CANCELLED);
    }

    @Test
    void wrongSpecsAreExplained() {
        assertThatThrownBy(() -> open("opneai:gpt-5")).hasMessageContaining("did you mean 'openai'");
        assertThatThrownBy(() -> open("openai:")).hasMessageContaining("expected a model such as");
        assertThatThrownBy(() -> open("openai-compatible:localhost#x"))
                .hasMessageContaining("expected openai-compatible:URL#MODEL");
        assertThatThrownBy(() -> open("openai-compatible:http://me:secret@host/v1#x"))
                .hasMessageContaining("must not hold a user or password")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> open("openai:gpt-5?temprature=1")).hasMessageContaining("did you mean 'temperature'");
        assertThatThrownBy(() -> open("openai:gpt-5?temperature=hot")).hasMessageContaining("found 'hot'");
        assertThatThrownBy(() -> open("policy:nobody")).hasMessageContaining("there is no policy 'nobody'");
    }
}
