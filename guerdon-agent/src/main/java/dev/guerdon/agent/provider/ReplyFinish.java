package dev.guerdon.agent.provider;

import dev.guerdon.agent.spi.ModelReply.Finish;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.model.anthropic.AnthropicChatResponseMetadata;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import org.jspecify.annotations.Nullable;

/** Why a provider's model wrote no more. */
final class ReplyFinish {

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
