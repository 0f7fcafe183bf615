package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Passes everything on to another model, and writes down what was asked and answered.
 *
 * <p>One line of JSON per answer. A request mostly repeats the one before it in its rollout, so a line holds only the messages after
 * those that it shares with that one. The tools of a request have a line of their own, once. What was said is data: only the keys that
 * this process knows are hidden in it.
 */
final class RecordingModel implements Model {

    static final String FILE = "conversations.jsonl";

    /** How many texts of an answer are recorded without a key that they had; absent for none. */
    static final String HIDDEN = "hidden_texts";

    private final Model model;
    private final SecretFilter secrets;
    private final Path file;
    private final OutputFile out;
    private final Set<String> toolsWritten = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();

    public RecordingModel(Model model, Path folder, SecretFilter secrets) {
        this.model = model;
        this.secrets = secrets;
        this.file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            boolean cut = endsInTheMiddle();
            out = OutputFile.after(file, Files.exists(file) ? Files.size(file) : 0, null);
            if (cut) {
                out.write('\n');
            }
        } catch (IOException e) {
            throw new GuerdonException("cannot record to " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether the file ends in the middle of a line, of which a killed process may have written half. */
    private boolean endsInTheMiddle() throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(in.length() - 1);
            return in.read() != '\n';
        }
    }

    @Override
    public String spec() {
        return model.spec();
    }

    @Override
    public ModelSession begin(ModelScope rollout) {
        ModelSession session = model.begin(rollout);
        String id = rollout.context().rolloutId();
        return new ModelSession() {

            private ModelRequest before = new ModelRequest(List.of(), Map.of());
            private int turn;

            @Override
            public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
                ModelReply reply = session.reply(messages, tools);
                ModelRequest request = ModelRequest.of(messages, tools, secrets);
                write(id, turn++, before, request, reply);
                before = request;
                return reply;
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private void write(String rollout, int turn, ModelRequest before, ModelRequest request, ModelReply reply) {
        int shared = ModelRecording.RequestDifference.same(before.messages(), request.messages());
        Map<String, @Nullable Object> head = new LinkedHashMap<>();
        head.put("rollout", rollout);
        head.put("turn", turn);
        head.put("model", model.spec());
        head.put("offered", request.toolsHash());
        head.put("shared", shared);
        SecretFilter.Hidden said = secrets.hideKeysIn(MessageJson.of(reply.message()));
        if (said.texts() > 0) {
            head.put(HIDDEN, said.texts());
        }
        String begin = JsonCodec.write(secrets.redactValue(head));
        StringBuilder line = new StringBuilder()
                .append(begin, 0, begin.length() - 1)
                .append(",\"messages\":[")
                .append(String.join(
                        ",",
                        request.messages().subList(shared, request.messages().size())))
                .append("],\"reply\":")
                .append(JsonCodec.write(said.value()))
                .append(",\"usage\":")
                .append(JsonCodec.write(MessageJson.of(reply.usage())))
                .append(",\"finish_reason\":")
                .append(JsonCodec.write(reply.finish().word()))
                .append("}\n");
        append(request, line.toString());
    }

    /** Writes a line, after that of its tools where they have none yet. */
    private void append(ModelRequest request, String line) {
        lock.lock();
        try {
            if (!request.tools().isEmpty() && toolsWritten.add(request.toolsHash())) {
                String list = String.join(",", request.tools().values());
                out.write(bytes("{\"tools\":\"" + request.toolsHash() + "\",\"list\":[" + list + "]}\n"));
            }
            out.write(bytes(line));
            out.flush();
        } catch (IOException e) {
            throw new GuerdonException("cannot record to " + file + ": " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try (model) {
            out.close();
        } catch (IOException e) {
            throw new GuerdonException("cannot finish the recording " + file + ": " + e.getMessage(), e);
        }
    }
}
