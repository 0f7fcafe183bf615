package dev.guerdon.core.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineBatches;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves one client over a pair of streams: scores batches, and answers requests. docs/protocols/stdio.md describes the messages.
 *
 * <p>Memory is bounded by the window that the client gets, and by the limits of unsent answers.
 */
final class StdioEngine {

    /** Number of requests other than batches that are answered at once; each may keep a thread. */
    private static final int MAX_QUERIES = 256;

    /** Time that the last words may take to be read. */
    private static final long LAST_WORDS_MILLIS = 500;

    private final int threads;
    private final FrameWriter outbox;
    private final FrameReading reading;
    private final EngineWatchdog watch;
    private final FlowControlWindow window;
    private final Map<Integer, InFlight> inFlight = new ConcurrentHashMap<>();
    private final CatalogueHolder catalogues;
    private final QueryHandler queries;

    private final AtomicInteger answering = new AtomicInteger();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private final Map<Thread, Place> places = new ConcurrentHashMap<>();
    private volatile boolean greeted;
    private volatile boolean closing;

    /** The place of a thread that reads, in which it scores small batches itself. */
    private record Place(EngineCatalogue catalogue, LineBatches.Here here) {}

    /**
     * @param path where the user's own rewards come from
     * @param isolation which of them run in worker processes
     * @param threads how many calls compute at once
     */
    StdioEngine(
            InputStream in,
            OutputStream out,
            PluginPath path,
            Isolation isolation,
            int threads,
            FlowControlWindow window) {
        this.window = window;
        this.threads = threads;
        this.catalogues = new CatalogueHolder(path, isolation, threads);
        this.queries = new QueryHandler(catalogues, this::stats);
        this.outbox = new FrameWriter(out, e -> end(0));
        // A batch is in memory as it came, and so is what is made of it.
        int longest =
                (int) Math.min(EngineFrame.MAX_LENGTH, Runtime.getRuntime().maxMemory() / 4);
        this.reading = new FrameReading(in, longest, this);
        this.watch = new EngineWatchdog(reading, inFlight.values(), () -> end(0));
    }

    /**
     * Serves the client until it has no more to say, or is gone.
     *
     * @return the exit code: 0 at the end of the client, 2 where it sent what is no message
     */
    int run() {
        watch.start();
        reading.start();
        // The client's first batch will need it, and it takes longer than the greeting.
        Thread.ofPlatform().daemon().name("guerdon-warm").start(this::warm);
        int code = exitCode.join();
        Thread.ofPlatform().daemon().name("guerdon-close").start(this::close);
        return code;
    }

    /** Closes what is open. The process does not wait for it. */
    private void close() {
        watch.stop();
        queries.close();
        catalogues.close();
    }

    private void warm() {
        try {
            var unused = catalogues.now();
        } catch (GuerdonException e) {
            // The request that needs it gets the exception.
        }
    }

    private void end(int code) {
        exitCode.complete(code);
    }

    Map<String, @Nullable Object> stats() {
        Map<String, @Nullable Object> stats = new LinkedHashMap<>();
        EngineCatalogue now = catalogues.now();
        Map<String, Long> sums = catalogues.counts();
        stats.put("scored", sums.remove(""));
        stats.put("unscored", sums);
        stats.put("stuck", now.scorer().stuckCalls());
        stats.put("requests_in_flight", window.requests());
        stats.put("environments_open", queries.open());
        stats.put("bytes_in_flight", window.bytes());
        stats.put("bytes_unread", outbox.unsent());
        Runtime runtime = Runtime.getRuntime();
        stats.put("memory_used", runtime.totalMemory() - runtime.freeMemory());
        stats.put("memory_max", runtime.maxMemory());
        return stats;
    }

    /**
     * Takes a frame in, before the next is read, and says what is to be done; nothing if that is all. Does not block.
     *
     * @param more whether other frames have arrived after it
     */
    @Nullable
    Runnable admit(EngineFrame frame, boolean more) {
        watch.wake();
        if (closing) {
            return null;
        }
        try {
            if (!greeted) {
                greet(frame);
                return null;
            }
            return switch (frame.kind()) {
                case EngineFrame.SCORE, EngineFrame.QUERY -> request(frame, more);
                case EngineFrame.CANCEL -> cancelling(inFlight.get(frame.id()));
                case EngineFrame.HELLO ->
                    throw new RequestRefusal(RequestRefusal.PROTOCOL, "a second hello; the first is enough");
                default ->
                    throw new RequestRefusal(
                            RequestRefusal.PROTOCOL,
                            "expected a frame of the kind S, Q or C, found " + (frame.kind() & 0xff) + " (id "
                                    + Integer.toUnsignedString(frame.id()) + ")");
            };
        } catch (RequestRefusal e) {
            lastWords(e);
        } catch (Throwable e) {
            lastWords(new RequestRefusal(RequestRefusal.FAILED, "the engine failed: " + ForeignCode.reason(e)));
        }
        return null;
    }

    private static @Nullable Runnable cancelling(@Nullable InFlight request) {
        if (request == null) {
            return null;
        }
        return request::cancel;
    }

    /** A frame was passed over, because there is no room for it. */
    void tooLong(EngineFrame.TooLongException frame) {
        if (!greeted || frame.id() == 0 || (frame.kind() != EngineFrame.SCORE && frame.kind() != EngineFrame.QUERY)) {
            lastWords(new RequestRefusal(RequestRefusal.PROTOCOL, String.valueOf(frame.getMessage())));
            return;
        }
        fail(
                frame.id(),
                new RequestRefusal(
                        RequestRefusal.TOO_LARGE,
                        frame.getMessage() + " in an engine with this memory; send smaller batches, or give it more"));
        outbox.sendSoon();
    }

    /** Waits where the client has not read the answers to what it asked before. */
    void awaitLimit() {
        outbox.awaitLimit();
    }

    /** This thread reads no more. */
    void leave() {
        Place place = places.remove(Thread.currentThread());
        if (place != null) {
            place.here.close();
        }
    }

    /** No frame follows: the client has closed its end, or what it sent is none. */
    void end(@Nullable IOException problem) {
        if (problem == null) {
            end(0);
        } else {
            lastWords(new RequestRefusal(RequestRefusal.PROTOCOL, String.valueOf(problem.getMessage())));
        }
    }

    /** Sends the reason of a fatal error, and ends. */
    private void lastWords(RequestRefusal why) {
        closing = true;
        fail(0, why);
        outbox.sendSoon();
        outbox.awaitEmpty(LAST_WORDS_MILLIS);
        end(2);
    }

    private void fail(int id, RequestRefusal why) {
        outbox.put(EngineFrame.ERROR, id, why.json());
    }

    private void greet(EngineFrame frame) {
        if (frame.kind() != EngineFrame.HELLO || frame.id() != 0) {
            throw new RequestRefusal(
                    RequestRefusal.PROTOCOL,
                    "expected a hello as the first frame (kind H, id 0), found the kind " + (frame.kind() & 0xff)
                            + " with the id " + Integer.toUnsignedString(frame.id()));
        }
        Greeting greeting = Greeting.read(frame.payload());
        greeted = true;
        watch.client(greeting.pid());
        outbox.put(EngineFrame.HELLO, 0, new JsonBuffer(512).value(greeting.answer(window, threads)));
        outbox.send();
    }

    /** Takes a request in; what is left to do is to answer it. */
    private @Nullable Runnable request(EngineFrame frame, boolean more) {
        int id = frame.id();
        if (id == 0) {
            throw new RequestRefusal(
                    RequestRefusal.PROTOCOL,
                    "a request with the id 0, which stands for the connection; choose another");
        }
        if (inFlight.containsKey(id)) {
            throw new RequestRefusal(
                    RequestRefusal.PROTOCOL,
                    "the id " + Integer.toUnsignedString(id)
                            + " is in flight; a request needs one that no other has until its last answer");
        }
        long size = frame.payload().length;
        try {
            window.enter(size);
        } catch (RequestRefusal e) {
            fail(id, e);
            outbox.sendSoon();
            return null;
        }
        InFlight request = new InFlight(id, size);
        inFlight.put(id, request);
        return () -> answer(request, frame, more);
    }

    private void answer(InFlight request, EngineFrame frame, boolean more) {
        try {
            if (frame.kind() == EngineFrame.SCORE) {
                score(request, frame, more);
            } else {
                query(request, frame.payload());
            }
        } catch (GuerdonException e) {
            refuse(request, RequestRefusal.of(e));
        } catch (Throwable e) {
            refuse(request, new RequestRefusal(RequestRefusal.FAILED, "the request failed: " + ForeignCode.reason(e)));
        }
    }

    /** Answers a request that is no batch, in this thread, which cancelling interrupts. */
    private void query(InFlight request, byte[] payload) {
        if (answering.incrementAndGet() > MAX_QUERIES) {
            answering.decrementAndGet();
            throw new RequestRefusal(
                    RequestRefusal.BUSY,
                    "at most " + MAX_QUERIES + " requests that are no batches are answered at once; wait for some");
        }
        JsonBuffer answer;
        try {
            synchronized (request) {
                if (request.cancelled) {
                    throw new RequestRefusal(RequestRefusal.CANCELLED, "the client cancelled the request");
                }
                request.asker = Thread.currentThread();
            }
            answer = new JsonBuffer(512).value(queries.answer(payload));
        } catch (GuerdonException e) {
            throw request.cancelled
                    ? new RequestRefusal(RequestRefusal.CANCELLED, "the client cancelled the request")
                    : e;
        } finally {
            synchronized (request) {
                request.asker = null;
                Thread.interrupted(); // which cancelling sent
            }
            answering.decrementAndGet();
        }
        request.last(EngineFrame.ANSWER, answer);
        outbox.send();
    }

    private void refuse(InFlight request, RequestRefusal why) {
        request.last(EngineFrame.ERROR, why.json());
        outbox.send();
    }

    private void score(InFlight request, EngineFrame frame, boolean more) {
        byte[] payload = frame.payload();
        int end = frame.firstLine();
        EngineCatalogue now = catalogues.entered();
        request.catalogue = now;
        BatchHeaders.Header header = now.headers().read(payload, end);
        LineBatches.Batch batch = now.batches()
                .batch(header.plan(), payload, Math.min(end + 1, payload.length), header.limits(), request);
        if (batch.size() == 0) {
            request.put(new JsonBuffer(1), true);
            outbox.send();
            return;
        }
        request.batch = batch;
        if (request.cancelled) {
            batch.cancel(); // while the rewards were loaded
        }
        if (batch.isSmall() && (!more || now.batches().isBusy()) && outbox.hasRoom()) {
            Place place = place(now);
            if (!batch.run(place.here)) {
                // A call of this thread was given up, and the thread with it.
                places.remove(Thread.currentThread());
                reading.handOver();
            }
        } else {
            batch.start();
        }
    }

    /** Returns the place of this thread. */
    private Place place(EngineCatalogue now) {
        Place place = places.get(Thread.currentThread());
        if (place == null || place.catalogue != now) {
            if (place != null) {
                place.here.close();
            }
            place = new Place(now, now.batches().here());
            places.put(Thread.currentThread(), place);
        }
        return place;
    }

    /** A request that has not had its last answer. */
    final class InFlight implements LineBatches.Answers {
        private final int id;
        private final long size;
        private final long begun = System.nanoTime();
        private volatile LineBatches.@Nullable Batch batch;
        private @Nullable EngineCatalogue catalogue;
        private volatile @Nullable Thread asker;
        private volatile boolean cancelled;

        InFlight(int id, long size) {
            this.id = id;
            this.size = size;
        }

        long begun() {
            return begun;
        }

        void tick(long now) {
            LineBatches.Batch open = batch;
            if (open != null) {
                open.tick(now);
            }
        }

        void cancel() {
            cancelled = true;
            LineBatches.Batch open = batch;
            if (open != null) {
                open.cancel();
            }
            synchronized (this) {
                Thread busy = asker;
                if (busy != null) {
                    busy.interrupt();
                }
            }
        }

        /** Puts the last answer. From now on the id may be used again. */
        void last(byte kind, JsonBuffer payload) {
            inFlight.remove(id);
            window.leave(size);
            outbox.put(kind, id, payload);
            if (catalogue != null) {
                catalogue.leave();
            }
        }

        @Override
        public void put(JsonBuffer lines, boolean last) {
            if (last) {
                last(EngineFrame.DONE, lines);
            } else {
                outbox.put(EngineFrame.RESULTS, id, lines);
            }
        }

        @Override
        public void send() {
            outbox.send();
        }

        @Override
        public void sendSoon() {
            outbox.sendSoon();
        }

        @Override
        public void awaitCapacity() {
            outbox.awaitCapacity();
        }
    }

    /**
     * First message of a client.
     *
     * @param version the version of the protocol that both speak
     * @param pid the client's process, 0 if it has not said
     */
    record Greeting(int version, long pid) {

        /** The lowest and the highest version of the protocol. */
        private static final int LOWEST = 1;

        private static final int HIGHEST = 1;

        static Greeting read(byte[] payload) {
            try {
                Json hello = JsonCodec.read(payload, "the hello");
                List<Json> range = hello.get("protocol").asList();
                int version = Math.min(HIGHEST, range.getLast().asInt());
                if (version < LOWEST || version < range.getFirst().asInt()) {
                    throw new RequestRefusal(
                            RequestRefusal.PROTOCOL,
                            "this engine speaks the versions " + LOWEST + " to " + HIGHEST
                                    + " of the protocol, the client "
                                    + JsonCodec.write(hello.get("protocol").value()) + "; update the older of the two");
                }
                long pid = hello.find("pid")
                        .filter(Json::isNumber)
                        .map(Json::asLong)
                        .orElse(0L);
                return new Greeting(version, pid);
            } catch (RequestRefusal e) {
                throw e;
            } catch (GuerdonException | NoSuchElementException e) {
                throw new RequestRefusal(
                        RequestRefusal.PROTOCOL,
                        "expected a hello such as {\"protocol\":[1,1],\"client\":\"NAME/VERSION\",\"pid\":123}: "
                                + e.getMessage());
            }
        }

        /** Returns the engine's hello. */
        Map<String, @Nullable Object> answer(FlowControlWindow window, int threads) {
            String engine = Greeting.class.getPackage().getImplementationVersion();
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("protocol", version);
            answer.put("engine", engine == null ? "development" : engine);
            answer.put("java", Runtime.version().toString());
            answer.put("window", window.limits());
            answer.put("threads", threads);
            return answer;
        }
    }
}
