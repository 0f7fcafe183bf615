package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import java.util.Locale;

/**
 * Answer of a model.
 *
 * @param message the assistant message
 * @param usage what it cost
 * @param finish why the model wrote no more
 */
@Experimental
public record ModelReply(Message message, Usage usage, Finish finish) {

    /** Creates a reply of something that does not say why it ended. */
    public ModelReply(Message message, Usage usage) {
        this(message, usage, Finish.UNKNOWN);
    }

    /** Reason why a model wrote no more. */
    public enum Finish {
        /** It was done, or asks for a tool. */
        STOP("stop"),
        /** It reached its limit of tokens: the rest is missing. */
        CUT("length"),
        /** A filter of the provider held back the reply, or the rest of it. */
        FILTERED("content_filter"),
        /** The provider does not say. */
        UNKNOWN("");

        private final String word;

        Finish(String word) {
            this.word = word;
        }

        /** Returns the word used in files, which is OpenAI's, or an empty text if the reason is unknown. */
        public String word() {
            return word;
        }

        /** Returns whether a part of the reply is missing. */
        public boolean incomplete() {
            return this == CUT || this == FILTERED;
        }

        /** Returns what a provider's word means, as OpenAI, Anthropic, Ollama and Claude Code use them. */
        public static Finish of(String word) {
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "stop", "end_turn", "stop_sequence", "tool_use", "tool_calls", "function_call", "pause_turn" ->
                    STOP;
                case "length", "max_tokens", "max_output_tokens", "model_context_window_exceeded" -> CUT;
                case "content_filter", "refusal", "safety", "blocked" -> FILTERED;
                default -> UNKNOWN;
            };
        }
    }
}
