package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.SecretFilter;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Makes models behind APIs. LangChain4j's own retries and logging are off: who retries twice waits much longer than was asked.
 *
 * @param environment where keys and addresses come from
 * @param secrets is told of every key that is used
 * @param shared the gate that other processes go through as well; null if there are none
 */
@Internal
public record ApiModels(
        Map<String, String> environment,
        SecretFilter secrets,
        RateGate.Pace pace,
        @Nullable ModelGate shared) {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int AT_ONCE = 64;
    private static final int PROGRAMS_AT_ONCE = 4;
    private static final int RETRIES = 5;

    /** Anthropic's API requires a limit; this one all of its models accept. */
    private static final int ANTHROPIC_MAX_TOKENS = 4096;

    /** Opens a program that is a model; the limits of its spec are kept by whoever asks it. */
    public interface Programs {

        Model open(ModelSpec spec, Map<String, String> environment, SecretFilter secrets);
    }

    /** Makes the model of any spec, which is recorded, or replayed, or kept in a cache if that is wanted. */
    public Model open(Registry registry, String text, @Nullable Path record, @Nullable Path replay, Programs programs) {
        ModelSpec spec = ModelSpec.parse(text);
        // Told even where nothing is asked of the provider: a replayed conversation may hold the key.
        spec.text("key_env").map(environment::get).ifPresent(secrets::learn);
        @Nullable Path replayed = spec.kind().equals("replay") ? Path.of(spec.name()) : replay;
        Model model = replayed != null
                ? new ModelRecording.ReplayModel(text, replayed, ModelRecording.read(replayed), secrets)
                : cached(
                        switch (spec.kind()) {
                            case "policy" -> new PolicyModel(registry.policy(spec.name()));
                            case "cli" ->
                                gated(
                                        programs.open(spec, environment, secrets),
                                        spec,
                                        PROGRAMS_AT_ONCE,
                                        RetryingClient.of(0, pace));
                            default -> provider(spec);
                        },
                        spec);
        return record != null ? new RecordingModel(model, record, secrets) : model;
    }

    private Model cached(Model model, ModelSpec spec) {
        return spec.text("cache")
                .<Model>map(folder -> new CachedModel(model, spec.identity(), Path.of(folder), secrets))
                .orElse(model);
    }

    private Model gated(Model model, ModelSpec spec, int atOnce, RetryingClient retries) {
        RateGate own = new RateGate(
                Math.max(1, spec.whole("concurrency").orElse(atOnce)),
                spec.whole("rpm").orElse(0),
                spec.whole("tpm").orElse(0),
                pace);
        return new GatedModel(model, shared == null ? List.of(own) : List.of(own, shared), retries);
    }

    private Model provider(ModelSpec spec) {
        ModelHttp http = new ModelHttp(spec.timeout(TIMEOUT), new ChatFailure(spec.model(), secrets));
        ChatModel model = switch (spec.kind()) {
            case "openai" -> openAi(spec, http);
            case "openai-compatible" -> compatible(spec, http);
            case "anthropic" -> anthropic(spec, http);
            default -> ollama(spec, http);
        };
        ModelPrices.Price price =
                spec.number("price_in").isPresent() || spec.number("price_out").isPresent()
                        ? new ModelPrices.Price(
                                spec.number("price_in").orElse(0.0),
                                spec.number("price_out").orElse(0.0))
                        : ModelPrices.load(environment).of(spec.model());
        return gated(
                new ChatEndpoint(spec.text(), spec.model(), model, price, secrets),
                spec,
                AT_ONCE,
                RetryingClient.of(spec.whole("retries").orElse(RETRIES), pace));
    }

    private ChatModel openAi(ModelSpec spec, ModelHttp http) {
        return openAi(spec, http, environment.getOrDefault("OPENAI_BASE_URL", "https://api.openai.com/v1"))
                .apiKey(key(spec, "OPENAI_API_KEY"))
                .modelName(spec.name())
                .maxCompletionTokens(spec.whole("max_tokens").orElse(null))
                .build();
    }

    private static OpenAiChatModel.OpenAiChatModelBuilder openAi(ModelSpec spec, ModelHttp http, String url) {
        return OpenAiChatModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(url)
                .temperature(spec.number("temperature").orElse(null))
                .topP(spec.number("top_p").orElse(null))
                .seed(spec.whole("seed").orElse(null))
                .maxRetries(0);
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
        String key = spec.text("key_env").isPresent()
                ? key(spec, "")
                : environment.getOrDefault("OPENAI_COMPATIBLE_API_KEY", "");
        secrets.learn(key);
        return openAi(spec, http, url)
                .apiKey(key.isBlank() ? "none" : key)
                .modelName(name)
                .maxTokens(spec.whole("max_tokens").orElse(null))
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
            throw new ModelException(
                    ModelException.Kind.AUTHENTICATION,
                    spec.model() + " needs an API key in the environment variable " + variable
                            + "; set it, or name another variable with ?key_env=NAME");
        }
        secrets.learn(key);
        return key;
    }

    /** A rule-based policy in the place of a model: costs nothing and needs no network. */
    record PolicyModel(Policy policy) implements Model {

        private static final Usage ONE_CALL = new Usage(1, 0, 0, 0);

        @Override
        public String spec() {
            return "policy:" + policy.name();
        }

        @Override
        public ModelSession begin(ModelScope rollout) {
            Policy.Session session = called(() -> policy.begin(rollout.task(), rollout.context(), rollout.seed()));
            return (List<Message> messages, List<AgentTool> tools) ->
                    new ModelReply(called(() -> session.reply(messages)), ONE_CALL);
        }

        private <T> T called(Callable<T> code) {
            try {
                return ForeignCode.call("the policy '" + policy.name() + "'", code);
            } catch (RuntimeException e) {
                throw e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("the policy was interrupted");
            } catch (Exception e) {
                throw new GuerdonException("the policy '" + policy.name() + "' failed: " + ForeignCode.reason(e), e);
            }
        }
    }

    /**
     * A model's spec taken apart: {@code KIND:NAME?option=value&option=value}.
     *
     * @param text as it was given
     * @param kind such as {@code openai}
     * @param name what follows the colon, without the options
     * @param options by name
     */
    public record ModelSpec(String text, String kind, String name, Map<String, String> options) {

        private static final List<String> KINDS =
                List.of("openai", "anthropic", "ollama", "openai-compatible", "cli", "replay", "policy");

        /** Options of every model that is asked over a network or as a program. */
        private static final List<String> LIMITS = List.of("concurrency", "timeout", "cache");

        private static final List<String> PROVIDER = List.of(
                "temperature",
                "top_p",
                "max_tokens",
                "seed",
                "retries",
                "rpm",
                "tpm",
                "price_in",
                "price_out",
                "key_env");

        private static final List<String> SAMPLING = List.of("temperature", "top_p", "max_tokens", "seed", "model");

        private static final List<String> CLI = List.of("model", "stale", "most_output");

        public static ModelSpec parse(String text) {
            int colon = text.indexOf(':');
            String kind = colon < 0 ? text : text.substring(0, colon);
            int question = question(text, kind, colon);
            String name = colon < 0
                    ? ""
                    : text.substring(colon + 1, question < 0 ? text.length() : question)
                            .strip();
            if (name.isEmpty() || !KINDS.contains(kind)) {
                throw new GuerdonException("expected a model such as openai:MODEL, anthropic:MODEL, ollama:MODEL,"
                        + " openai-compatible:URL#MODEL, cli:claude, replay:DIR or policy:NAME, found '" + text + "'"
                        + (KINDS.contains(kind) ? "" : NameRules.didYouMean(kind, KINDS)));
            }
            Map<String, String> options = new LinkedHashMap<>();
            if (question >= 0) {
                for (String option : text.substring(question + 1).split("&", -1)) {
                    add(option, kind, options);
                }
            }
            return new ModelSpec(text, kind, name, options);
        }

        /** Returns where the options begin; a folder may have a question mark in its name, and an address before its hash. */
        private static int question(String text, String kind, int colon) {
            return switch (kind) {
                case "replay" -> -1;
                case "openai-compatible" -> text.indexOf('?', Math.max(text.indexOf('#'), 0));
                default -> text.indexOf('?', Math.max(colon, 0));
            };
        }

        private static void add(String option, String kind, Map<String, String> options) {
            if (option.isEmpty()) {
                return;
            }
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            List<String> known = switch (kind) {
                case "policy" -> List.of();
                case "cli" ->
                    java.util.stream.Stream.concat(LIMITS.stream(), CLI.stream())
                            .toList();
                default ->
                    java.util.stream.Stream.concat(LIMITS.stream(), PROVIDER.stream())
                            .toList();
            };
            if (equals < 0 || !known.contains(key)) {
                throw new GuerdonException("a " + kind + " model has no option '" + option + "'"
                        + (known.isEmpty()
                                ? ""
                                : NameRules.didYouMean(key, known) + "; options are: " + String.join(", ", known)));
            }
            options.put(
                    key, URLDecoder.decode(option.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }

        /** Names the model without its options, for messages and prices. */
        public String model() {
            return kind + ":" + name;
        }

        /** Returns the model with the options that change its answers. */
        public String identity() {
            Map<String, String> sampling = new java.util.TreeMap<>(options);
            sampling.keySet().retainAll(SAMPLING);
            return model() + sampling;
        }

        public Optional<String> text(String option) {
            return Optional.ofNullable(options.get(option)).filter(value -> !value.isBlank());
        }

        public Optional<Double> number(String option) {
            return text(option).map(value -> {
                try {
                    double number = Double.parseDouble(value);
                    if (Double.isFinite(number) && number >= 0) {
                        return number;
                    }
                } catch (NumberFormatException e) {
                    // Reported below, like a number that makes no sense.
                }
                throw new GuerdonException("expected a number from 0 on for the option '" + option + "' of " + model()
                        + ", found '" + value + "'");
            });
        }

        public Optional<Integer> whole(String option) {
            return number(option).map(value -> {
                if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
                    throw new GuerdonException("expected a whole number for the option '" + option + "' of " + model()
                            + ", found '" + options.get(option) + "'");
                }
                return value.intValue();
            });
        }

        public Duration timeout(Duration fallback) {
            return text("timeout").map(DurationText::parse).orElse(fallback);
        }
    }
}
