package dev.guerdon.browser.experiment;

import dev.guerdon.browser.view.Plain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of a step: tokens of each text that was observed, the agent's own figures, and seconds. */
final class StepStats {

    private static final int LETTERS = 6;
    private static final int DIGITS = 3;

    private StepStats() {}

    static Map<String, @Nullable Object> of(
            Map<String, @Nullable Object> observation,
            Map<String, @Nullable Object> agentInfo,
            Map<String, @Nullable Object> profiling) {
        Map<String, @Nullable Object> stats = new LinkedHashMap<>();
        observation.forEach((key, value) -> {
            if (value instanceof String text) {
                stats.put("n_token_" + key, tokens(text));
            }
        });
        Plain.map(agentInfo.get("stats")).forEach((key, value) -> stats.put((String) key, value));
        if (agentInfo.get("chat_messages") instanceof List<?> messages) {
            stats.put(
                    "n_token_agent_messages",
                    messages.stream().mapToInt(StepStats::messageTokens).sum());
        }
        stats.put("step_elapsed", seconds(profiling, "env_start", "env_stop"));
        stats.put("agent_elapsed", seconds(profiling, "agent_start", "agent_stop"));
        return stats;
    }

    private static double seconds(Map<String, @Nullable Object> profiling, String start, String stop) {
        return Plain.number(profiling.get(stop)) - Plain.number(profiling.get(start));
    }

    private static int messageTokens(@Nullable Object message) {
        Object content = Plain.map(message).get("content");
        if (content instanceof String text) {
            return tokens(text);
        }
        return Plain.list(content).stream()
                .mapToInt(part -> tokens(Plain.text(Plain.map(part).get("text"))))
                .sum();
    }

    /**
     * About how many tokens a model takes a text for: one for six letters, three digits or three other signs of a run; the space
     * before a word is free.
     */
    static int tokens(String text) {
        int tokens = 0;
        int at = 0;
        while (at < text.length()) {
            int kind = kind(text.charAt(at));
            int start = at;
            while (at < text.length() && kind(text.charAt(at)) == kind) {
                at++;
            }
            int length = at - start;
            tokens += switch (kind) {
                case 0 -> (length + LETTERS - 1) / LETTERS;
                case 1 -> (length + DIGITS - 1) / DIGITS;
                case 2 -> length > 1 ? 1 : 0;
                default -> (length + DIGITS - 1) / DIGITS;
            };
        }
        return tokens;
    }

    private static int kind(char c) {
        return Character.isLetter(c) ? 0 : Character.isDigit(c) ? 1 : Character.isWhitespace(c) ? 2 : 3;
    }
}
