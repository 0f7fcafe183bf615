package dev.guerdon.core.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.stdio.EngineMain;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Pieces as batches over a pipe, to the engine behind the standard input and output of another process. */
class PipeDispatchTest extends DispatchContract {

    private static final int LINES_OF_A_BATCH = 50;
    private static final int MOST_BATCHES = 4;

    @Override
    protected Dispatch open(Path source, Duration deadline) throws IOException {
        return new Client(source, deadline);
    }

    @Override
    protected long mostAhead() {
        return 32 << 20;
    }

    /** A client that keeps a few batches in flight, and takes their answers in order. */
    private static final class Client implements Dispatch {
        private final Process engine;
        private final InputStream fromEngine;
        private final OutputStream toEngine;
        private final Duration deadline;
        private int lastId;
        private volatile boolean cancelled;

        /** The answers to a batch so far, each at the place of its line. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        private record Batch(int id, Json[] answers) {}

        private final ArrayDeque<Batch> inFlight = new ArrayDeque<>();
        private final Set<Integer> finished = new HashSet<>();

        Client(Path source, Duration deadline) throws IOException {
            this.deadline = deadline;
            this.engine = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            EngineMain.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            this.fromEngine = new BufferedInputStream(engine.getInputStream());
            this.toEngine = engine.getOutputStream();
            send(EngineFrame.HELLO, 0, JsonCodec.write(Map.of("protocol", List.of(1, 1), "client", "test/1")));
            read();
            send(
                    EngineFrame.QUERY,
                    ++lastId,
                    JsonCodec.write(Map.of("do", "load", "sources", List.of(source.toString()))));
            read();
        }

        private void send(byte kind, int id, String payload) throws IOException {
            new EngineFrame(kind, id, payload.getBytes(UTF_8)).write(toEngine);
        }

        private EngineFrame read() throws IOException {
            return Objects.requireNonNull(EngineFrame.read(fromEngine), "the engine has ended");
        }

        @Override
        public void score(Iterator<String> lines, Consumer<Json> answers) throws IOException {
            while ((!cancelled && lines.hasNext()) || !inFlight.isEmpty()) {
                while (!cancelled && lines.hasNext() && inFlight.size() < MOST_BATCHES) {
                    send(lines);
                }
                if (cancelled) {
                    for (Batch batch : inFlight) {
                        send(EngineFrame.CANCEL, batch.id, "");
                    }
                }
                take(answers);
            }
        }

        private void send(Iterator<String> lines) throws IOException {
            StringBuilder batch = new StringBuilder(
                    JsonCodec.write(Map.of("reward", REWARD, "deadline", deadline.toMillis() / 1000.0)));
            int count = 0;
            for (; count < LINES_OF_A_BATCH && lines.hasNext(); count++) {
                batch.append('\n').append(lines.next());
            }
            inFlight.add(new Batch(++lastId, new Json[count]));
            send(EngineFrame.SCORE, lastId, batch.toString());
        }

        /** Takes frames until the first batch is done. */
        private void take(Consumer<Json> answers) throws IOException {
            Batch first = inFlight.getFirst();
            while (!finished.contains(first.id)) {
                EngineFrame frame = read();
                if (frame.kind() == EngineFrame.ERROR) {
                    throw new IOException(new String(frame.payload(), UTF_8));
                }
                Batch batch = inFlight.stream()
                        .filter(each -> each.id == frame.id())
                        .findFirst()
                        .orElseThrow();
                new String(frame.payload(), UTF_8).lines().forEach(line -> {
                    Json answer = JsonCodec.read(line, "an answer");
                    batch.answers[answer.get("i").asInt()] = answer;
                });
                if (frame.kind() == EngineFrame.DONE) {
                    finished.add(frame.id());
                }
            }
            while (!inFlight.isEmpty() && finished.remove(inFlight.getFirst().id)) {
                for (Json answer : inFlight.remove().answers) {
                    answers.accept(answer);
                }
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void close() {
            try {
                toEngine.close();
                engine.waitFor();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
