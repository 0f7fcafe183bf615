package dev.guerdon.agent.provider;

import dev.guerdon.agent.model.Prices;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Message;
import dev.guerdon.base.Secrets;
import dev.guerdon.core.ToolEntry;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;

/**
 * One provider's model, asked once: no retries, no limits.
 *
 * @param name names the model in messages
 */
record ChatEndpoint(String name, ChatModel model, Prices.Price price, Secrets secrets) implements ModelSession {

    @Override
    public ModelReply reply(List<Message> messages, List<ToolEntry> tools) {
        ChatResponse response;
        try {
            ChatRequest.Builder request = ChatRequest.builder().messages(ChatMessages.from(messages));
            if (!tools.isEmpty()) {
                request.toolSpecifications(ChatMessages.specifications(tools));
            }
            response = model.chat(request.build());
        } catch (RuntimeException e) {
            throw ChatFailure.of(name, e, secrets);
        }
        if (response.aiMessage() == null) {
            throw new ModelException(ModelException.Kind.SERVER_ERROR, name + " answered without a message");
        }
        return new ModelReply(ChatMessages.to(response.aiMessage()), usage(response.tokenUsage()));
    }

    private Usage usage(@org.jspecify.annotations.Nullable TokenUsage counted) {
        long input = counted == null || counted.inputTokenCount() == null ? 0 : counted.inputTokenCount();
        long output = counted == null || counted.outputTokenCount() == null ? 0 : counted.outputTokenCount();
        return new Usage(1, input, output, price.of(input, output));
    }
}
