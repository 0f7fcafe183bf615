package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client: over the streams of a process, or to an engine in this one. */
final class Talk implements AutoCloseable {

    /** Longer than anything takes on a busy machine; a test that gets here has failed. */
    static final long PATIENCE_SECONDS = 60;

    private final InputStream in;
    private final OutputStream out;
    private final CompletableFuture<Integer> code;
    private @Nullable StdioEngine engine;
    private int last;

    Talk(InputStream in, OutputStream out, CompletableFuture<Integer> code) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.code = code;
    }

    static Talk here() {
        return here(new FlowControlWindow());
    }

    /** An engine in this process. */
    static Talk here(FlowControlWindow window) {
        Pipe requests = new Pipe();
        Pipe answers = new Pipe();
        StdioEngine engine = new StdioEngine(
                requests.in(),
                answers.out(),
                dev.guerdon.core.PluginPath.NONE,
                dev.guerdon.core.Isolation.FOREIGN,
                2,
                window);
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            code.complete(engine.run());
            try {
                answers.out().close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Talk talk = new Talk(answers.inWithin(PATIENCE_SECONDS), requests.out(), code);
        talk.engine = engine;
        return talk;
    }

    Talk greeted() throws IOException {
        send('H', 0, "{\"protocol\":[1,1],\"client\":\"test/1\"}");
        assertThat((char) next().kind()).isEqualTo('H');
        return this;
    }

    void send(char kind, int id, String payload) throws IOException {
        new EngineFrame((byte) kind, id, payload.getBytes(StandardCharsets.UTF_8)).write(out);
    }

    void bytes(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** How many bytes the engine has ready that were not read, apart from those in the pipe. */
    long unread() {
        return (Long) java.util.Objects.requireNonNull(
                java.util.Objects.requireNonNull(engine).stats().get("bytes_unread"));
    }

    /** Sends a batch; returns its id. */
    int score(String header, String... lines) throws IOException {
        send('S', ++last, header + "\n" + String.join("\n", lines));
        return last;
    }

    /** Sends a request; returns its id. */
    int ask(String query) throws IOException {
        send('Q', ++last, query);
        return last;
    }

    Json answer(String query) throws IOException {
        int id = ask(query);
        EngineFrame frame = next();
        assertThat((char) frame.kind() + text(frame)).startsWith("A");
        assertThat(frame.id()).isEqualTo(id);
        return json(frame);
    }

    /** The error that a request is answered with. */
    Json error(int id) throws IOException {
        EngineFrame frame = next();
        assertThat((char) frame.kind() + text(frame)).startsWith("E");
        assertThat(frame.id()).isEqualTo(id);
        return json(frame);
    }

    /** The next frame; the end is an error. */
    EngineFrame next() throws IOException {
        EngineFrame frame = EngineFrame.read(in);
        if (frame == null) {
            throw new IOException("the engine has ended");
        }
        return frame;
    }

    @Nullable
    EngineFrame nextOrEnd() throws IOException {
        return EngineFrame.read(in);
    }

    /** The result lines of a batch by index, where nothing else is in flight. */
    List<Json> results(int id) throws IOException {
        TreeMap<Long, Json> lines = new TreeMap<>();
        while (true) {
            EngineFrame frame = next();
            assertThat(frame.id()).isEqualTo(id);
            for (String line : text(frame).lines().toList()) {
                Json json = JsonCodec.read(line, "a result");
                assertThat(lines.put(json.get("i").asLong(), json))
                        .as("answered once")
                        .isNull();
            }
            if (frame.kind() == EngineFrame.DONE) {
                assertThat(new ArrayList<>(lines.keySet()))
                        .isEqualTo(java.util.stream.LongStream.range(0, lines.size())
                                .boxed()
                                .toList());
                return List.copyOf(lines.values());
            }
            assertThat((char) frame.kind() + text(frame)).startsWith("R");
        }
    }

    static String text(EngineFrame frame) {
        return new String(frame.payload(), StandardCharsets.UTF_8);
    }

    static Json json(EngineFrame frame) {
        return JsonCodec.read(frame.payload(), "an answer");
    }

    static String reason(Json result) {
        return result.get("unscored").get("reason").asString();
    }

    int exitCode() throws Exception {
        return code.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    void hangUp() throws IOException {
        out.close();
    }

    @Override
    public void close() throws IOException {
        hangUp();
    }
}
