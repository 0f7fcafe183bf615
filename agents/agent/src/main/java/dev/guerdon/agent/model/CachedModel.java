package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every answer of another model in a file, and gives it again for the same request.
 *
 * <p>The rollout's seed is part of the request: the rollouts of one group stay different, and a repeated run costs nothing. An
 * answer from the cache uses up nothing.
 *
 * @param identity the model and what changes its answers, such as its temperature
 */
record CachedModel(Model model, String identity, Path folder, SecretFilter secrets) implements Model {

    @Override
    public String spec() {
        return model.spec();
    }

    @Override
    public ModelSession begin(ModelScope rollout) {
        long seed = rollout.seed();
        return new ModelSession() {

            private @Nullable ModelSession session;

            @Override
            public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
                ModelRequest request = ModelRequest.of(messages, tools, secrets);
                Path file = file(ModelRequest.sha256(identity + "\n" + seed + "\n" + request.hash()));
                Optional<ModelReply> known = read(file);
                if (known.isPresent()) {
                    return known.get();
                }
                ModelSession open = session;
                if (open == null) {
                    open = model.begin(rollout);
                    session = open;
                }
                ModelReply reply = open.reply(messages, tools);
                write(file, reply);
                return reply;
            }

            @Override
            public void close() {
                if (session != null) {
                    session.close();
                }
            }
        };
    }

    private Path file(String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key + ".json");
    }

    /** Returns the stored reply, or empty if there is none that can be read. */
    private static Optional<ModelReply> read(Path file) {
        try {
            Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
            return Optional.of(
                    new ModelReply(MessageJson.message(json.get("reply")), Usage.NONE, MessageJson.finish(json)));
        } catch (IOException | GuerdonException e) {
            return Optional.empty();
        }
    }

    private void write(Path file, ModelReply reply) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("model", identity);
        json.put("reply", MessageJson.of(reply.message()));
        json.put("usage", MessageJson.of(reply.usage()));
        json.put("finish_reason", reply.finish().word());
        try {
            Files.createDirectories(file.getParent());
            SecretFilter.Hidden stored = secrets.hideKeysIn(json);
            if (stored.texts() == 0) { // another answer than the model's must not be given again
                KeptFile.write(file, JsonCodec.write(json).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new GuerdonException(
                    "cannot write the model's answer to the cache " + folder + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        model.close();
    }
}
