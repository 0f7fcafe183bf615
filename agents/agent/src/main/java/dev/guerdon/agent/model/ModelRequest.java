package dev.guerdon.agent.model;

import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request to a model, as the texts that decide whether two requests are the same; without the keys that
 * this process knows.
 *
 * @param messages each message as JSON
 * @param tools each offered tool as JSON, by name
 */
record ModelRequest(List<String> messages, Map<String, String> tools) {

    public static ModelRequest of(List<Message> messages, List<AgentTool> tools, SecretFilter secrets) {
        Map<String, String> offered = new LinkedHashMap<>();
        for (AgentTool tool : tools) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", tool.name());
            json.put("description", tool.description());
            json.put("parameters", tool.schema());
            offered.put(tool.name(), JsonCodec.write(secrets.hideKeysIn(json).value()));
        }
        return new ModelRequest(
                messages.stream()
                        .map(message -> JsonCodec.write(
                                secrets.hideKeysIn(MessageJson.of(message)).value()))
                        .toList(),
                offered);
    }

    /** Returns the request as earlier builds recorded it, also without what only looks like a secret. */
    public ModelRequest redacted(SecretFilter secrets) {
        Map<String, String> offered = new LinkedHashMap<>(tools);
        offered.replaceAll((name, tool) -> secrets.redact(tool));
        return new ModelRequest(
                messages.stream()
                        .map(message -> secrets.redact(
                                JsonCodec.write(secrets.redactValue(JsonCodec.read(message, "a message")))))
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
