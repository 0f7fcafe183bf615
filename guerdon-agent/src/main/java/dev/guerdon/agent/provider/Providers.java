package dev.guerdon.agent.provider;

import dev.guerdon.agent.model.ModelSpec;
import dev.guerdon.agent.model.Pace;
import dev.guerdon.agent.model.Prices;
import dev.guerdon.agent.model.RateGate;
import dev.guerdon.agent.model.Retries;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes models behind APIs. LangChain4j's own retries and logging are off: who retries twice waits much longer than was asked.
 *
 * @param environment where keys and addresses come from
 * @param secrets is told of every key that is used
 * @param shared the gate that other processes go through as well; null where there are none
 */
@Internal
public record Providers(
        Map<String, String> environment,
        Secrets secrets,
        Pace pace,
        @Nullable ModelGate shared) {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int AT_ONCE = 64;
    private static final int RETRIES = 5;

    /** Anthropic's API requires a limit; this one all of its models accept. */
    private static final int ANTHROPIC_MAX_TOKENS = 4096;

    public Model open(ModelSpec spec) {
        ModelHttp http = new ModelHttp(spec.timeout(TIMEOUT));
        ChatModel model = switch (spec.kind()) {
            case "openai" -> openAi(spec, http);
            case "openai-compatible" -> compatible(spec, http);
            case "anthropic" -> anthropic(spec, http);
            default -> ollama(spec, http);
        };
        Prices.Price price =
                spec.number("price_in").isPresent() || spec.number("price_out").isPresent()
                        ? new Prices.Price(
                                spec.number("price_in").orElse(0.0),
                                spec.number("price_out").orElse(0.0))
                        : Prices.load(environment).of(spec.model());
        Retries standard = Retries.of(spec.whole("retries").orElse(RETRIES));
        RateGate own = new RateGate(
                Math.max(1, spec.whole("concurrency").orElse(AT_ONCE)),
                spec.whole("rpm").orElse(0),
                spec.whole("tpm").orElse(0),
                pace);
        return new ProviderModel(
                spec.text(),
                new ChatEndpoint(spec.model(), model, price, secrets),
                shared == null ? own : new TwoGates(own, shared),
                new Retries(standard.attempts(), standard.first(), standard.longest(), pace, standard.dice()));
    }

    private ChatModel openAi(ModelSpec spec, ModelHttp http) {
        return OpenAiChatModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(environment.getOrDefault("OPENAI_BASE_URL", "https://api.openai.com/v1"))
                .apiKey(key(spec, "OPENAI_API_KEY"))
                .modelName(spec.name())
                .temperature(spec.number("temperature").orElse(null))
                .topP(spec.number("top_p").orElse(null))
                .maxCompletionTokens(spec.whole("max_tokens").orElse(null))
                .seed(spec.whole("seed").orElse(null))
                .maxRetries(0)
                .build();
    }

    private ChatModel compatible(ModelSpec spec, ModelHttp http) {
        int hash = spec.name().lastIndexOf('#');
        String url = hash < 0 ? "" : spec.name().substring(0, hash);
        String name = hash < 0 ? "" : spec.name().substring(hash + 1);
        if (!url.matches("https?://.+") || name.isEmpty()) {
            throw new GuerdonException("expected openai-compatible:URL#MODEL, such as"
                    + " openai-compatible:http://localhost:8000/v1#qwen3, found '" + spec.model() + "'");
        }
        if (url.matches("https?://[^/]*@.*")) {
            throw new GuerdonException("a model's address must not hold a user or password; put the key into an"
                    + " environment variable and name it with key_env=NAME");
        }
        String variable = spec.text("key_env").orElse("OPENAI_COMPATIBLE_API_KEY");
        if (spec.text("key_env").isPresent()
                && environment.getOrDefault(variable, "").isBlank()) {
            throw noKey(spec, variable);
        }
        String key = environment.getOrDefault(variable, "");
        secrets.learn(key);
        return OpenAiChatModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(url)
                .apiKey(key.isBlank() ? "none" : key)
                .modelName(name)
                .temperature(spec.number("temperature").orElse(null))
                .topP(spec.number("top_p").orElse(null))
                .maxTokens(spec.whole("max_tokens").orElse(null))
                .seed(spec.whole("seed").orElse(null))
                .maxRetries(0)
                .build();
    }

    private ChatModel anthropic(ModelSpec spec, ModelHttp http) {
        return AnthropicChatModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(environment.getOrDefault("ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1"))
                .apiKey(key(spec, "ANTHROPIC_API_KEY"))
                .modelName(spec.name())
                .temperature(spec.number("temperature").orElse(null))
                .topP(spec.number("top_p").orElse(null))
                .maxTokens(spec.whole("max_tokens").orElse(ANTHROPIC_MAX_TOKENS))
                .maxRetries(0)
                .build();
    }

    private ChatModel ollama(ModelSpec spec, ModelHttp http) {
        String host = environment.getOrDefault("OLLAMA_HOST", "http://localhost:11434");
        return OllamaChatModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(host.contains("://") ? host : "http://" + host)
                .modelName(spec.name())
                .temperature(spec.number("temperature").orElse(null))
                .topP(spec.number("top_p").orElse(null))
                .numPredict(spec.whole("max_tokens").orElse(null))
                .seed(spec.whole("seed").orElse(null))
                .maxRetries(0)
                .build();
    }

    private String key(ModelSpec spec, String usual) {
        String variable = spec.text("key_env").orElse(usual);
        String key = environment.getOrDefault(variable, "").strip();
        if (key.isEmpty()) {
            throw noKey(spec, variable);
        }
        secrets.learn(key);
        return key;
    }

    private static ModelException noKey(ModelSpec spec, String variable) {
        return new ModelException(
                ModelException.Kind.AUTHENTICATION,
                spec.model() + " needs an API key in the environment variable " + variable
                        + "; set it, or name another variable with ?key_env=NAME");
    }
}
