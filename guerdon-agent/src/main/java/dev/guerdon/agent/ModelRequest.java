package dev.guerdon.agent;

import dev.guerdon.api.Message;
import dev.guerdon.core.JsonCodec;
import dev.guerdon.core.ToolEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model is asked, as the texts that decide whether two requests are the same; without secrets.
 *
 * @param messages each message as JSON
 * @param tools each offered tool as JSON, by name
 */
record ModelRequest(List<String> messages, Map<String, String> tools) {

    static ModelRequest of(List<Message> messages, List<ToolEntry> tools, Secrets secrets) {
        Map<String, String> offered = new LinkedHashMap<>();
        for (ToolEntry tool : tools) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", tool.name());
            json.put("description", tool.description());
            json.put("parameters", tool.schema());
            offered.put(tool.name(), JsonCodec.write(json));
        }
        return new ModelRequest(
                messages.stream()
                        .map(message -> secrets.redact(JsonCodec.write(MessageJson.of(message))))
                        .toList(),
                offered);
    }

    String hash() {
        return sha256(String.join("\n", messages) + "\n\n" + toolsHash());
    }

    String toolsHash() {
        return tools.isEmpty() ? "" : sha256(String.join("\n", tools.values()));
    }

    static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }
}
