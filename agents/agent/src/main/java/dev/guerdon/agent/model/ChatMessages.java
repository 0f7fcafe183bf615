package dev.guerdon.agent.model;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.core.base.JsonCodec;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Conversations and tools in LangChain4j's words, and its answers in ours. */
final class ChatMessages {

    private static final Pattern DATA_URL = Pattern.compile("data:([\\w.+/-]+);base64,(.+)", Pattern.DOTALL);

    private ChatMessages() {}

    static List<ChatMessage> from(List<Message> messages) {
        List<ChatMessage> out = new ArrayList<>(messages.size());
        for (Message message : messages) {
            switch (message.role()) {
                case "system", "developer" -> out.add(SystemMessage.from(message.text()));
                case "assistant" -> out.add(assistant(message));
                case "tool" ->
                    out.add(ToolExecutionResultMessage.from(
                            String.valueOf(message.toolCallId()), String.valueOf(message.name()), message.text()));
                default -> out.add(UserMessage.from(contents(message)));
            }
        }
        return out;
    }

    private static ChatMessage assistant(Message message) {
        List<ToolExecutionRequest> requests = message.toolCalls().stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(
                                call.argumentsText().isBlank()
                                        ? JsonCodec.write(call.arguments())
                                        : call.argumentsText())
                        .build())
                .toList();
        return requests.isEmpty()
                ? AiMessage.from(message.text())
                : AiMessage.builder()
                        .text(message.text().isEmpty() ? null : message.text())
                        .toolExecutionRequests(requests)
                        .build();
    }

    private static List<Content> contents(Message message) {
        List<Content> contents = new ArrayList<>();
        for (Message.Part part : message.content()) {
            switch (part) {
                case Message.Text text -> contents.add(TextContent.from(text.text()));
                case Message.Media media -> contents.add(image(media));
            }
        }
        if (contents.isEmpty()) {
            contents.add(TextContent.from(""));
        }
        return contents;
    }

    private static Content image(Message.Media media) {
        Object source = media.data().get("image_url");
        Object url = source instanceof Map<?, ?> object ? object.get("url") : source;
        if (!(url instanceof String address)) {
            throw new ModelException(
                    ModelException.Kind.BAD_REQUEST,
                    "expected text or an image_url in a message, found a part of the type '" + media.type()
                            + "', which cannot be sent to this model");
        }
        Matcher data = DATA_URL.matcher(address);
        return data.matches()
                ? ImageContent.from(data.group(2), data.group(1))
                : ImageContent.from(URI.create(address));
    }

    static List<ToolSpecification> specifications(List<AgentTool> tools) {
        return tools.stream().map(ChatMessages::specification).toList();
    }

    private static ToolSpecification specification(AgentTool tool) {
        Json schema = new Json(tool.schema());
        JsonObjectSchema.Builder parameters = JsonObjectSchema.builder();
        schema.get("properties")
                .asMap()
                .forEach((name, property) ->
                        parameters.addProperty(name, JsonRawSchema.from(JsonCodec.write(property))));
        parameters.required(
                schema.get("required").asList().stream().map(Json::asString).toList());
        parameters.additionalProperties(false);
        return ToolSpecification.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(parameters.build())
                .build();
    }

    static Message to(AiMessage reply) {
        List<ToolCall> calls = new ArrayList<>();
        if (reply.hasToolExecutionRequests()) {
            for (ToolExecutionRequest request : reply.toolExecutionRequests()) {
                String arguments = request.arguments() == null ? "" : request.arguments();
                calls.add(new ToolCall(
                        request.id() == null || request.id().isEmpty() ? "call_" + calls.size() : request.id(),
                        request.name() == null ? "" : request.name(),
                        MessageJson.arguments(arguments),
                        arguments));
            }
        }
        String text = reply.text() == null ? "" : reply.text();
        return calls.isEmpty() ? Message.assistant(text) : Message.assistant(text, calls);
    }
}
