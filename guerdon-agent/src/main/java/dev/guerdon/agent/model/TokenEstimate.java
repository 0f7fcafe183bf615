package dev.guerdon.agent.model;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/** Guesses how many tokens a text has: four characters each, which is near enough for limits and folding. */
@Internal
public final class TokenEstimate {

    private static final int CHARACTERS = 4;
    private static final int PER_MESSAGE = 4;

    private TokenEstimate() {}

    public static long of(List<Message> messages) {
        return messages.stream().mapToLong(TokenEstimate::of).sum();
    }

    static long of(Message message) {
        long characters = message.text().length();
        for (var call : message.toolCalls()) {
            characters += call.name().length()
                    + (call.argumentsText().isEmpty() ? JsonCodec.write(call.arguments()) : call.argumentsText())
                            .length();
        }
        return PER_MESSAGE + (characters + CHARACTERS - 1) / CHARACTERS;
    }

    public static long ofTools(List<ToolEntry> tools) {
        return tools.stream()
                .mapToLong(tool -> (tool.name().length()
                                + tool.description().length()
                                + JsonCodec.write(tool.schema()).length())
                        / CHARACTERS)
                .sum();
    }
}
