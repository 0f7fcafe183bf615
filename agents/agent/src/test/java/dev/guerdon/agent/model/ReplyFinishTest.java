package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.Detached;
import dev.guerdon.agent.FakeProvider;
import dev.guerdon.agent.Fixture;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelReply.Finish;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Why replies ended and what they used, as every provider says it, or does not. */
@Timeout(60)
class ReplyFinishTest {

    private static final String KEY = "test-key-abcdefgh-123456";

    private final FakeProvider server = new FakeProvider();

    @AfterEach
    void close() {
        server.close();
    }

    private Model open(String spec, @Nullable Path record, @Nullable Path replay) {
        Map<String, String> environment = Map.of(
                "OPENAI_BASE_URL", server.url(),
                "ANTHROPIC_BASE_URL", server.url(),
                "OLLAMA_HOST", server.url(),
                "OPENAI_API_KEY", KEY,
                "ANTHROPIC_API_KEY", KEY);
        return ModelFactory.open(
                Fixture.registry(), spec.formatted(server.url()), record, replay, environment, Pace.REAL);
    }

    private static ModelReply ask(Model model) {
        try (model) {
            return model.begin(Detached.scope()).reply(List.of(Message.user("Hi")), List.of());
        }
    }

    private static String openAi(String finish, String usage) {
        return """
            {"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
             "message":{"role":"assistant","content":"Half an ans"},"finish_reason":%s}]%s}\
            """.formatted(finish, usage);
    }

    private static String anthropic(String finish, String usage) {
        return """
            {"id":"x","type":"message","role":"assistant","model":"m",
             "content":[{"type":"text","text":"Half an ans"}],"stop_reason":%s%s}\
            """.formatted(finish, usage);
    }

    private static String ollama(String finish, String usage) {
        return """
            {"model":"m","created_at":"2026-01-01T00:00:00Z",
             "message":{"role":"assistant","content":"Half an ans"},"done":true,"done_reason":%s%s}\
            """.formatted(finish, usage);
    }

    private static String body(String spec, String finish, String usage) {
        return spec.startsWith("anthropic")
                ? anthropic(finish, usage)
                : spec.startsWith("ollama") ? ollama(finish, usage) : openAi(finish, usage);
    }

    private static String usage(String spec, String in, String out) {
        return spec.startsWith("anthropic")
                ? ",\"usage\":{\"input_tokens\":" + in + ",\"output_tokens\":" + out + "}"
                : spec.startsWith("ollama")
                        ? ",\"prompt_eval_count\":" + in + ",\"eval_count\":" + out
                        : ",\"usage\":{\"prompt_tokens\":" + in + ",\"completion_tokens\":" + out
                                + ",\"total_tokens\":0}";
    }

    @ParameterizedTest
    @CsvSource({
        "openai:gpt-4o-mini, stop, STOP",
        "openai:gpt-4o-mini, tool_calls, STOP",
        "openai:gpt-4o-mini, length, CUT",
        "openai:gpt-4o-mini, content_filter, FILTERED",
        "openai:gpt-4o-mini, max_tokens, CUT",
        "openai:gpt-4o-mini, something_new, UNKNOWN",
        "openai-compatible:%s/v1#local, length, CUT",
        "openai-compatible:%s/v1#local, content_filter, FILTERED",
        "anthropic:claude-haiku-4-5, end_turn, STOP",
        "anthropic:claude-haiku-4-5, max_tokens, CUT",
        "anthropic:claude-haiku-4-5, model_context_window_exceeded, CUT",
        "anthropic:claude-haiku-4-5, refusal, FILTERED",
        "ollama:llama3:8b, stop, STOP",
        "ollama:llama3:8b, length, CUT"
    })
    @Tag("slow")
    void providersWordIsReadRecordedAndReplayed(String spec, String word, Finish expected, @TempDir Path folder) {
        String usage = usage(spec, "10", "5");
        server.then(FakeProvider.json(body(spec, "\"" + word + "\"", usage)));
        ModelReply reply = ask(open(spec, folder, null));
        assertThat(reply.finish()).isEqualTo(expected);
        assertThat(ask(open(spec, null, folder)).finish()).isEqualTo(expected);
        server.then(FakeProvider.json(body(spec, "\"" + word + "\"", usage)));
        String cached = spec + "?cache=" + folder.resolve("cache");
        assertThat(ask(open(cached, null, null)).finish()).isEqualTo(expected);
        assertThat(ask(open(cached, null, null)).finish()).as("from the cache").isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai:gpt-4o-mini",
                "openai-compatible:%s/v1#local?price_in=1&price_out=2",
                "anthropic:claude-haiku-4-5"
            })
    void tokensThatAreMissingOrBelowZeroLeaveTheCostUnknown(String spec) {
        List<String> odd =
                List.of("", usage(spec, "-5", "-7"), usage(spec, "-1000000", "10"), usage(spec, "null", "null"));
        for (String usage : odd) {
            server.then(FakeProvider.json(body(spec, "\"stop\"", usage)));
            ModelReply reply = ask(open(spec, null, null));
            assertThat(reply.usage().costKnown()).as("usage %s", usage).isFalse();
            assertThat(reply.usage().unknown()).isEqualTo(1);
            assertThat(reply.usage().inputTokens()).isPositive();
            assertThat(reply.usage().outputTokens()).isPositive();
            assertThat(reply.usage().usd()).isNotNegative();
        }
        server.then(FakeProvider.json(body(spec, "\"stop\"", usage(spec, "10", "5"))));
        assertThat(ask(open(spec, null, null)).usage().costKnown()).isTrue();
    }

    @Test
    void modelWithoutAPriceHasAnUnknownCostAndOneThatIsFreeHasNone() {
        String spec = "openai-compatible:%s/v1#nobody-knows-me";
        server.then(FakeProvider.json(body(spec, "\"stop\"", usage(spec, "10", "5"))));
        assertThat(ask(open(spec, null, null)).usage().costKnown()).isFalse();
        server.then(FakeProvider.json(body(spec, "\"stop\"", "")));
        ModelReply free = ask(open(spec + "?price_in=0&price_out=0", null, null));
        assertThat(free.usage().costKnown()).isTrue();
        assertThat(free.usage().usd()).isZero();
        assertThat(free.usage().tokens()).isPositive();
    }
}
