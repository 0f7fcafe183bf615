package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.Names;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model's spec taken apart: {@code KIND:NAME?option=value&option=value}.
 *
 * @param text as it was given
 * @param kind such as {@code openai}
 * @param name what follows the colon, without the options
 * @param options by name
 */
@Internal
public record ModelSpec(String text, String kind, String name, Map<String, String> options) {

    private static final List<String> KINDS =
            List.of("openai", "anthropic", "ollama", "openai-compatible", "cli", "replay", "policy");

    /** Options of every model that is asked over a network or as a program. */
    private static final List<String> LIMITS = List.of("concurrency", "timeout", "cache");

    private static final List<String> PROVIDER = List.of(
            "temperature", "top_p", "max_tokens", "seed", "retries", "rpm", "tpm", "price_in", "price_out", "key_env");

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
                    + (KINDS.contains(kind) ? "" : Names.didYouMean(kind, KINDS)));
        }
        Map<String, String> options = new LinkedHashMap<>();
        if (question >= 0) {
            for (String option : text.substring(question + 1).split("&", -1)) {
                add(option, kind, options);
            }
        }
        return new ModelSpec(text, kind, name, options);
    }

    /** Where the options begin; a folder may have a question mark in its name, and an address before its hash. */
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
                java.util.stream.Stream.concat(LIMITS.stream(), CLI.stream()).toList();
            default ->
                java.util.stream.Stream.concat(LIMITS.stream(), PROVIDER.stream())
                        .toList();
        };
        if (equals < 0 || !known.contains(key)) {
            throw new GuerdonException("a " + kind + " model has no option '" + option + "'"
                    + (known.isEmpty()
                            ? ""
                            : Names.didYouMean(key, known) + "; options are: " + String.join(", ", known)));
        }
        options.put(key, URLDecoder.decode(option.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8));
    }

    /** Names the model without its options, for messages and prices. */
    public String model() {
        return kind + ":" + name;
    }

    /** The model with the options that change its answers. */
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
        return text("timeout").map(Durations::parse).orElse(fallback);
    }
}
