package dev.guerdon.agent.model;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Sha256;
import dev.guerdon.core.ToolEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model is asked, as the texts that decide whether two requests are the same; without secrets.
 *
 * @param messages each message as JSON
 * @param tools each offered tool as JSON, by name
 */
@Internal
public record ModelRequest(List<String> messages, Map<String, String> tools) {

    public static ModelRequest of(List<Message> messages, List<ToolEntry> tools, Secrets secrets) {
        Map<String, String> offered = new LinkedHashMap<>();
        for (ToolEntry tool : tools) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", tool.name());
            json.put("description", tool.description());
            json.put("parameters", tool.schema());
            offered.put(tool.name(), secrets.redact(JsonCodec.write(json)));
        }
        return new ModelRequest(
                messages.stream()
                        .map(message -> secrets.redact(JsonCodec.write(secrets.redactValue(MessageJson.of(message)))))
                        .toList(),
                offered);
    }

    public String hash() {
        return sha256(String.join("\n", messages) + "\n\n" + toolsHash());
    }

    public String toolsHash() {
        return tools.isEmpty() ? "" : sha256(String.join("\n", tools.values()));
    }

    static String sha256(String text) {
        return Sha256.hex(text, 16);
    }
}
