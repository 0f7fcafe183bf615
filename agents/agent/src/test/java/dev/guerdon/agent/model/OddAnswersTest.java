package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.agent.Detached;
import dev.guerdon.agent.FakeProvider;
import dev.guerdon.agent.Fixture;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Message;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelReply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that answer, but not as a chat does: what they said is explained, in words without a library's insides. */
@Timeout(60)
class OddAnswersTest {

    private final FakeProvider server = new FakeProvider();

    @AfterEach
    void close() {
        server.close();
    }

    private Model model(String options) {
        return ModelFactory.open(
                Fixture.registry(),
                "openai-compatible:" + server.url() + "/v1#odd" + options,
                null,
                null,
                Map.of(),
                Pace.REAL);
    }

    private ModelReply ask() {
        return model("?retries=0&price_in=0&price_out=0")
                .begin(Detached.scope())
                .reply(List.of(Message.user("Say something.")), List.of());
    }

    private ModelException refused() {
        ModelException problem = catchThrowableOfType(ModelException.class, this::ask);
        assertThat(problem.getMessage()).doesNotContain("langchain4j", "Cannot invoke", "Exception");
        return problem;
    }

    private static String choice(String message, String finish) {
        return "{\"choices\":[{\"index\":0,\"message\":" + message + ",\"finish_reason\":" + finish
                + "}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10}}";
    }

    @Test
    void aRefusalIsTheModelsReplyAndNoFailure() {
        server.then(FakeProvider.json(choice(
                "{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I can't help with that.\"}", "\"stop\"")));
        ModelReply reply = ask();
        assertThat(reply.message().text()).isEqualTo("I can't help with that.");
        assertThat(reply.finish()).isEqualTo(ModelReply.Finish.FILTERED);
        assertThat(reply.usage().tokens()).isPositive();
    }

    @Test
    void aRefusedRolloutIsScoredAndMarked() {
        server.then(FakeProvider.json(
                choice("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"No, sorry.\"}", "\"stop\"")));
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), model("?retries=0")));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.CUT_REPLY);
        assertThat(rollout.trajectory().reward()).hasValue(1);
        assertThat(rollout.finalResponse()).isEqualTo("No, sorry.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\"}]}", "{\"choices\":[]}", "{}"})
    void anAnswerWithoutAMessageIsAnErrorOfTheServer(String body) {
        server.then(FakeProvider.json(body));
        ModelException problem = refused();
        assertThat(problem.kind()).isEqualTo(Kind.SERVER_ERROR);
        assertThat(problem).hasMessageContaining("answered without a message");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"error\":{\"message\":\"The model is overloaded\",\"code\":503}} | SERVER_ERROR",
                "{\"error\":{\"message\":\"The model is overloaded\",\"code\":429}} | RATE_LIMIT",
                "{\"error\":{\"message\":\"The model is overloaded\",\"code\":401}} | AUTHENTICATION",
                "{\"error\":\"The model is overloaded\"} | SERVER_ERROR",
                "{\"error\":{\"message\":\"The model is overloaded\",\"code\":\"busy\"},\"choices\":null} |"
                        + " SERVER_ERROR"
            })
    void anErrorInTheBodyOfASuccessIsSaid(String body, Kind kind) {
        server.then(FakeProvider.json(body));
        ModelException problem = refused();
        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem).hasMessageContaining("answered with an error: The model is overloaded");
    }

    @Test
    void somethingOtherThanJsonIsNamedWithItsBeginning() {
        server.then(typed("text/html", "<!doctype html><html><title>Log in</title></html>"));
        assertThat(refused())
                .hasMessageContaining("answered with something other than JSON (text/html: <!doctype html>")
                .hasMessageContaining("is the address right?");
        server.then(typed("text/event-stream", "data: {\"choices\":[]}\n\ndata: [DONE]\n\n"));
        assertThat(refused()).hasMessageContaining("(text/event-stream: data: {");
        for (String body : List.of("null", "[1,2]", "\"hello\"", "Paris")) {
            server.then(typed("application/json", body));
            assertThat(refused()).hasMessageContaining("other than JSON of a chat", "application/json: " + body);
        }
        server.then(typed("application/json", ""));
        assertThat(refused()).hasMessageContaining("answered with nothing");
    }

    private static FakeProvider.Answer typed(String type, String body) {
        return exchange -> {
            exchange.getResponseHeaders().add("Content-Type", type);
            byte[] bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    @Test
    void anAnswerIsReadWhateverTypeItSaysAndWhateverFollowsIt() {
        String good = choice("{\"role\":\"assistant\",\"content\":\"Paris\"}", "\"stop\"");
        server.then(typed("text/html", good));
        assertThat(ask().message().text()).isEqualTo("Paris");
        server.then(typed("application/json", good + "\n garbage"));
        assertThat(ask().message().text()).isEqualTo("Paris");
    }

    @Test
    void jsonOfAnotherShapeIsToldFromBrokenJson() {
        server.then(FakeProvider.json(
                "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"a\"}}],\"usage\":[]}"));
        assertThat(refused()).hasMessageContaining("answered with JSON of another shape than a chat's");
        server.then(FakeProvider.json("{\"choices\":[{\"message\":{\"role\":\"assis"));
        assertThat(refused()).hasMessageContaining("answered with broken JSON");
    }

    @Test
    void anAddressThatIsWrongIsExplained() {
        server.then(FakeProvider.status(404, "{\"error\":{\"message\":\"File Not Found\",\"code\":404}}"));
        assertThat(refused())
                .hasMessageContaining("status 404: File Not Found")
                .hasMessageContaining("the address (many end in /v1) and the name of the model");
        server.then(FakeProvider.status(404, "<html><head><title>Not here</title></head>" + "x".repeat(3000)));
        assertThat(refused().getMessage())
                .contains("status 404: a page of HTML titled 'Not here'")
                .hasSizeLessThan(400);
        server.then(FakeProvider.status(301, "", "Location", "https://other.example/v1/chat/completions"));
        assertThat(refused())
                .hasMessageContaining("status 301")
                .hasMessageContaining("it points to https://other.example/v1/chat/completions; use that address");
    }

    @Test
    void aPromptThatIsTooLongForTheModelIsExplained() {
        server.then(FakeProvider.status(
                400,
                "{\"error\":{\"code\":400,\"message\":\"request (9000 tokens) exceeds the available context size (8192"
                        + " tokens)\",\"type\":\"exceed_context_size_error\"}}"));
        ModelException problem = refused();
        assertThat(problem.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(problem)
                .hasMessageContaining("request (9000 tokens) exceeds the available context size")
                .hasMessageContaining("show the model less, such as --set axtree_limit=8000 or --set fold_tokens=4000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"Par\\u0000is \\u001b[31mred\"",
                "\"Paris \\ud800 end\"",
                "42",
                "[{\"type\":\"text\",\"text\":\"Paris\"}]"
            })
    void contentThatNobodyExpectsIsSurvived(String content) {
        server.then(FakeProvider.json(choice("{\"role\":\"assistant\",\"content\":" + content + "}", "null")));
        assertThatCode(() -> {
                    try {
                        ask();
                    } catch (ModelException e) {
                        assertThat(e).hasMessageContaining("another shape");
                    }
                })
                .doesNotThrowAnyException();
    }
}
