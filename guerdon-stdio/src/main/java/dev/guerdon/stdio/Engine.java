package dev.guerdon.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Frame;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineBatches;
import dev.guerdon.core.PluginPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves one client over a pair of streams: scores batches, and answers requests. docs/protocols/stdio.md describes the messages.
 *
 * <p>Memory is bounded by the window that the client is told, and by what a client that does not read has to read.
 */
@Internal
public final class Engine implements Reading.Frames {

    /** How many requests that are no batches are answered at once; each may keep a thread. */
    private static final int MOST_QUERIES = 256;

    /** How long the last words may take to be read. */
    private static final long LAST_WORDS_MILLIS = 500;

    /**
     * What an engine serves.
     *
     * @param path where the user's own rewards come from
     * @param isolation which of them run in worker processes
     * @param threads how many calls compute at once
     */
    public record Settings(PluginPath path, Isolation isolation, int threads) {

        /** What comes with Guerdon; rewards that are loaded later run in workers. */
        public static Settings standard() {
            return new Settings(
                    PluginPath.NONE, Isolation.FOREIGN, Runtime.getRuntime().availableProcessors());
        }
    }

    private final Settings settings;
    private final Outbox outbox;
    private final Reading reading;
    private final Watch watch;
    private final Window window;
    private final Window.Use use;
    private final Map<Integer, InFlight> inFlight = new ConcurrentHashMap<>();
    private final Catalogues catalogues;
    private final Queries queries;

    private final AtomicInteger answering = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Map<Thread, Place> places = new ConcurrentHashMap<>();
    private volatile boolean greeted;
    private volatile boolean closing;
    private final AtomicInteger exitCode = new AtomicInteger(-1);

    /** The place of a thread that reads, in which it scores small batches itself. */
    private record Place(Catalogue catalogue, LineBatches.Here here) {}

    Engine(InputStream in, OutputStream out, Settings settings, Window window) {
        this.settings = settings;
        this.window = window;
        this.catalogues = new Catalogues(settings);
        this.queries = new Queries(catalogues, this::stats);
        this.use = new Window.Use(window);
        this.outbox = new Outbox(out, e -> end(0));
        // A batch is in memory as it came, beside what is made of it.
        int longest = (int) Math.min(Frame.LONGEST, Runtime.getRuntime().maxMemory() / 4);
        this.reading = new Reading(in, longest, this);
        this.watch = new Watch(reading, inFlight.values(), () -> end(0));
    }

    /**
     * Serves a client until it has no more to say, or is gone.
     *
     * @return the exit code: 0 at the end of the client, 2 where it sent what is no message
     */
    public static int serve(InputStream in, OutputStream out, Settings settings) {
        return new Engine(in, out, settings, Window.STANDARD).run();
    }

    int run() {
        watch.start();
        reading.start();
        // The client's first batch will need it, and it takes longer than the greeting.
        Thread.ofPlatform().daemon().name("guerdon-warm").start(this::warm);
        while (true) {
            try {
                ended.await();
                Thread.ofPlatform().daemon().name("guerdon-close").start(this::close);
                return exitCode.get();
            } catch (InterruptedException e) {
                // Nobody who means it interrupts the main thread.
            }
        }
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
            // Whoever needs it is told.
        }
    }

    private void end(int code) {
        if (exitCode.compareAndSet(-1, code)) {
            ended.countDown();
        }
    }

    Map<String, @Nullable Object> stats() {
        Map<String, @Nullable Object> stats = new LinkedHashMap<>();
        Catalogue now = catalogues.now();
        Map<String, Long> sums = catalogues.counts();
        stats.put("scored", sums.remove(""));
        stats.put("unscored", sums);
        stats.put("stuck", now.scorer().stuckCalls());
        stats.put("requests_in_flight", use.requests());
        stats.put("environments_open", queries.open());
        stats.put("bytes_in_flight", use.bytes());
        stats.put("bytes_unread", outbox.unsent());
        Runtime runtime = Runtime.getRuntime();
        stats.put("memory_used", runtime.totalMemory() - runtime.freeMemory());
        stats.put("memory_max", runtime.maxMemory());
        return stats;
    }

    @Override
    public @Nullable Runnable admit(Frame frame, boolean more) {
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
                case Frame.SCORE, Frame.QUERY -> request(frame, more);
                case Frame.CANCEL -> cancelling(inFlight.get(frame.id()));
                case Frame.HELLO -> throw new Refusal(Refusal.PROTOCOL, "a second hello; the first is enough");
                default ->
                    throw new Refusal(
                            Refusal.PROTOCOL,
                            "expected a frame of the kind S, Q or C, found " + (frame.kind() & 0xff) + " (id "
                                    + Integer.toUnsignedString(frame.id()) + ")");
            };
        } catch (Refusal e) {
            lastWords(e);
        } catch (Throwable e) {
            lastWords(new Refusal(Refusal.FAILED, "the engine failed: " + ForeignCode.reason(e)));
        }
        return null;
    }

    private static @Nullable Runnable cancelling(@Nullable InFlight request) {
        if (request == null) {
            return null;
        }
        return request::cancel;
    }

    @Override
    public void tooLong(Frame.TooLongException frame) {
        if (!greeted || frame.id() == 0 || (frame.kind() != Frame.SCORE && frame.kind() != Frame.QUERY)) {
            lastWords(new Refusal(Refusal.PROTOCOL, String.valueOf(frame.getMessage())));
            return;
        }
        fail(
                frame.id(),
                new Refusal(
                        Refusal.TOO_LARGE,
                        frame.getMessage() + " in an engine with this memory; send smaller batches, or give it more"));
        outbox.sendSoon();
    }

    @Override
    public void awaitRoom() {
        outbox.awaitLimit();
    }

    @Override
    public void leave() {
        Place place = places.remove(Thread.currentThread());
        if (place != null) {
            place.here.close();
        }
    }

    @Override
    public void end(@Nullable IOException problem) {
        if (problem == null) {
            end(0);
        } else {
            lastWords(new Refusal(Refusal.PROTOCOL, String.valueOf(problem.getMessage())));
        }
    }

    /** Says why this cannot go on, and ends. */
    private void lastWords(Refusal why) {
        closing = true;
        fail(0, why);
        outbox.sendSoon();
        outbox.awaitEmpty(LAST_WORDS_MILLIS);
        end(2);
    }

    private void fail(int id, Refusal why) {
        put(Frame.ERROR, id, Map.of("error", why.code(), "message", String.valueOf(why.getMessage())));
    }

    private void put(byte kind, int id, Map<String, ?> message) {
        outbox.put(kind, id, new JsonBuffer(512).value(message));
    }

    private void greet(Frame frame) {
        if (frame.kind() != Frame.HELLO || frame.id() != 0) {
            throw new Refusal(
                    Refusal.PROTOCOL,
                    "expected a hello as the first frame (kind H, id 0), found the kind " + (frame.kind() & 0xff)
                            + " with the id " + Integer.toUnsignedString(frame.id()));
        }
        Greeting greeting = Greeting.read(frame.payload());
        greeted = true;
        watch.client(greeting.pid());
        put(Frame.HELLO, 0, greeting.answer(window, settings.threads));
        outbox.send();
    }

    /** Takes a request in; what is left to do is to answer it. */
    private @Nullable Runnable request(Frame frame, boolean more) {
        int id = frame.id();
        if (id == 0) {
            throw new Refusal(
                    Refusal.PROTOCOL, "a request with the id 0, which stands for the connection; choose another");
        }
        if (inFlight.containsKey(id)) {
            throw new Refusal(
                    Refusal.PROTOCOL,
                    "the id " + Integer.toUnsignedString(id)
                            + " is in flight; a request needs one that no other has until its last answer");
        }
        long size = frame.payload().length;
        try {
            use.enter(size);
        } catch (Refusal e) {
            fail(id, e);
            outbox.sendSoon();
            return null;
        }
        InFlight request = new InFlight(id, size);
        inFlight.put(id, request);
        return () -> answer(request, frame, more);
    }

    private void answer(InFlight request, Frame frame, boolean more) {
        try {
            if (frame.kind() == Frame.SCORE) {
                score(request, frame.payload(), more);
            } else {
                query(request, frame.payload());
            }
        } catch (GuerdonException e) {
            refuse(request, Refusal.of(e));
        } catch (Throwable e) {
            refuse(request, new Refusal(Refusal.FAILED, "the request failed: " + ForeignCode.reason(e)));
        }
    }

    /** Answers a request that is no batch, in this thread, which cancelling interrupts. */
    private void query(InFlight request, byte[] payload) {
        if (answering.incrementAndGet() > MOST_QUERIES) {
            answering.decrementAndGet();
            throw new Refusal(
                    Refusal.BUSY,
                    "at most " + MOST_QUERIES + " requests that are no batches are answered at once; wait for some");
        }
        JsonBuffer answer;
        try {
            synchronized (request) {
                if (request.cancelled) {
                    throw new Refusal(Refusal.CANCELLED, "the client cancelled the request");
                }
                request.asker = Thread.currentThread();
            }
            answer = new JsonBuffer(512).value(queries.answer(payload));
        } catch (GuerdonException e) {
            throw request.cancelled ? new Refusal(Refusal.CANCELLED, "the client cancelled the request") : e;
        } finally {
            synchronized (request) {
                request.asker = null;
                Thread.interrupted(); // which cancelling sent
            }
            answering.decrementAndGet();
        }
        request.last(Frame.ANSWER, answer);
        outbox.send();
    }

    private void refuse(InFlight request, Refusal why) {
        Map<String, String> message = new LinkedHashMap<>();
        message.put("error", why.code());
        message.put("message", String.valueOf(why.getMessage()));
        request.last(Frame.ERROR, new JsonBuffer(512).value(message));
        outbox.send();
    }

    private void score(InFlight request, byte[] payload, boolean more) {
        int end = 0;
        while (end < payload.length && payload[end] != '\n') {
            end++;
        }
        Catalogue now = catalogues.entered();
        request.catalogue = now;
        Headers.Header header = now.headers().read(payload, end);
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

    /** The place of this thread. */
    private Place place(Catalogue now) {
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
        private @Nullable Catalogue catalogue;
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
            use.leave(size);
            outbox.put(kind, id, payload);
            if (catalogue != null) {
                catalogue.leave();
            }
        }

        @Override
        public void put(JsonBuffer lines, boolean last) {
            if (last) {
                last(Frame.DONE, lines);
            } else {
                outbox.put(Frame.RESULTS, id, lines);
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
        public void awaitRoom() {
            outbox.awaitRoom();
        }
    }
}
