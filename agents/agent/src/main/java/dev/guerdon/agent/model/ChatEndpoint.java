package dev.guerdon.agent.model;

import dev.guerdon.agent.model.MessageJson.TokenEstimate;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.model.anthropic.AnthropicChatResponseMetadata;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.output.TokenUsage;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One provider's model, asked once: no retries, no limits.
 *
 * @param name names the model in messages
 */
record ChatEndpoint(String spec, String name, ChatModel model, ModelPrices.Price price, SecretFilter secrets)
        implements Model, ModelSession {

    private static final System.Logger LOG = System.getLogger(ChatEndpoint.class.getName());

    /** The models of which it was said that they do not count. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    @Override
    public ModelSession begin(ModelScope rollout) {
        return this;
    }

    @Override
    public void close() {}

    @Override
    public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
        ChatResponse response;
        try {
            ChatRequest.Builder request = ChatRequest.builder().messages(ChatMessages.from(messages));
            if (!tools.isEmpty()) {
                request.toolSpecifications(ChatMessages.specifications(tools));
            }
            response = model.chat(request.build());
        } catch (ContentFilteredException e) {
            if (e.getCause() instanceof ModelException refused) {
                throw refused;
            }
            return refusal(String.valueOf(e.getMessage()), messages, tools);
        } catch (RuntimeException e) {
            throw new ChatFailure(name, secrets).of(e);
        }
        if (response.aiMessage() == null) {
            throw new ModelException(ModelException.Kind.SERVER_ERROR, name + " answered without a message");
        }
        Message message = ChatMessages.to(response.aiMessage());
        long asked = TokenEstimate.of(messages) + TokenEstimate.ofTools(tools);
        return new ModelReply(
                message,
                usage(response.tokenUsage(), asked, TokenEstimate.of(List.of(message))),
                ReplyFinish.of(response));
    }

    /** Returns what a model says that will not answer is its reply. LangChain4j throws it, and with it the count of tokens. */
    private ModelReply refusal(String text, List<Message> messages, List<AgentTool> tools) {
        Message message = Message.assistant(text);
        long in = TokenEstimate.of(messages) + TokenEstimate.ofTools(tools);
        long out = TokenEstimate.of(List.of(message));
        return new ModelReply(
                message, new Usage(1, in, out, price.of(in, out), price.isFree() ? 0 : 1), ModelReply.Finish.FILTERED);
    }

    /** Tokens that the provider does not count, or counts below zero, are estimated, so that limits hold; their cost is not known. */
    private Usage usage(@Nullable TokenUsage counted, long askedTokens, long saidTokens) {
        Integer input = counted == null ? null : counted.inputTokenCount();
        Integer output = counted == null ? null : counted.outputTokenCount();
        boolean believed = input != null && input >= 0 && output != null && output >= 0;
        if (!believed && SAID.add(name)) {
            LOG.log(
                    Level.WARNING,
                    "{0} does not say how many tokens it used, or says a number below zero; they are estimated, and its"
                            + " cost counts as unknown",
                    name);
        }
        long in = input != null && input >= 0 ? input : askedTokens;
        long out = output != null && output >= 0 ? output : saidTokens;
        return new Usage(1, in, out, price.of(in, out), price.known() && (believed || price.isFree()) ? 0 : 1);
    }

    /** Why a provider's model wrote no more. */
    static final class ReplyFinish {

        private ReplyFinish() {}

        static Finish of(ChatResponse response) {
            return switch (response.finishReason()) {
                case STOP, TOOL_EXECUTION -> Finish.STOP;
                case LENGTH -> Finish.CUT;
                case CONTENT_FILTER -> Finish.FILTERED;
                // LangChain4j does not know every word that providers use, such as Anthropic's refusal.
                case null, default -> word(response);
            };
        }

        private static Finish word(ChatResponse response) {
            SuccessfulHttpResponse raw = switch (response.metadata()) {
                case OpenAiChatResponseMetadata openAi -> openAi.rawHttpResponse();
                case AnthropicChatResponseMetadata anthropic -> anthropic.rawHttpResponse();
                case null, default -> null;
            };
            return raw == null ? Finish.UNKNOWN : inBody(raw.body());
        }

        private static Finish inBody(@Nullable String body) {
            try {
                Json json = JsonCodec.read(body == null ? "" : body, "the answer");
                return json.find("stop_reason")
                        .or(() -> json.find("choices")
                                .filter(choices ->
                                        choices.isList() && !choices.asList().isEmpty())
                                .flatMap(choices -> choices.asList().getFirst().find("finish_reason")))
                        .filter(Json::isString)
                        .map(Json::asString)
                        .map(Finish::of)
                        .orElse(Finish.UNKNOWN);
            } catch (GuerdonException e) {
                return Finish.UNKNOWN;
            }
        }
    }
}
