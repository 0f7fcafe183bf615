package dev.guerdon.core.worker;

import dev.guerdon.api.Internal;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.Frame;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.base.JsonCodec;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A worker's line to its parent.
 *
 * <p>It is a socket of its own, so nothing that foreign code prints, reads or closes can get between. Two threads serve it, and
 * foreign code runs in neither: a thread whose interrupt flag foreign code has set would close the socket by using it. The worker ends
 * as soon as its parent is gone, whatever its other threads do.
 */
@Internal
public final class ParentLink {

    /** So many bytes of results are sent at once. */
    private static final int FULL = 32 << 10;

    /** Results wait no longer than this for others to travel with. */
    private static final long LONGEST_WAIT_MILLIS = 5;

    /** Foreign code waits where so many bytes of results have not been read. */
    private static final int MOST_UNSENT = 8 << 20;

    private final Path folder;
    private final InputStream in;
    private final OutputStream out;
    private final ProgressPage page;
    private final BlockingQueue<Frame> received = new LinkedBlockingQueue<>();
    private final Object lock = new Object();
    private final ArrayDeque<Frame> ready = new ArrayDeque<>();
    private long unsent;
    private final ByteArrayOutputStream results = new ByteArrayOutputStream(FULL);
    private int batchOfResults;

    private ParentLink(Path folder, SocketChannel socket) throws IOException {
        this.folder = folder;
        this.in = new BufferedInputStream(SteadyStreams.in(socket), 1 << 16);
        this.out = SteadyStreams.out(socket);
        this.page = ProgressPage.open(folder.resolve(WorkerProcess.PAGE));
    }

    /** Connects to the parent, and takes the standard streams away from whatever is loaded later. */
    public static ParentLink connect(Path folder) throws IOException {
        ForeignStreams.guard();
        SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
        socket.connect(UnixDomainSocketAddress.of(folder.resolve(WorkerProcess.SOCKET)));
        ParentLink link = new ParentLink(folder, socket);
        Thread.ofPlatform().daemon().name("guerdon-link-in").start(link::receive);
        Thread.ofPlatform().daemon().name("guerdon-link-out").start(link::send);
        return link;
    }

    /** The next frame of the parent. */
    public Frame take() {
        while (true) {
            try {
                return received.take();
            } catch (InterruptedException e) {
                // Foreign code may interrupt any thread; this one has nothing to give up.
            }
        }
    }

    /** Says that the worker can do what it was told to be for. */
    public void ready() {
        put(Frame.HELLO, 0, Map.of("guerdon", Frame.VERSION));
    }

    /** Says why the worker cannot work, and ends it. */
    public void refuse(String why) {
        put(Frame.ERROR, 0, Map.of("message", why));
        synchronized (lock) {
            while (unsent > 0) {
                await(lock, 0);
            }
        }
        Runtime.getRuntime().halt(1);
    }

    /** Sends lines of a score job. */
    public void lines(int batch, byte[] payload) {
        put(new Frame(Frame.LINES, batch, payload));
        synchronized (lock) {
            while (unsent > MOST_UNSENT) {
                await(lock, 0);
            }
        }
    }

    private void put(byte kind, int batch, Map<String, Object> message) {
        put(new Frame(kind, batch, JsonCodec.write(message).getBytes(StandardCharsets.UTF_8)));
    }

    private void put(Frame frame) {
        synchronized (lock) {
            seal();
            add(frame);
            lock.notifyAll();
        }
    }

    /** Notes that a call begins; the parent can tell even if nothing else is heard of this worker. */
    public void begin(int batch, int call) {
        page.set(ProgressPage.of(batch, call));
    }

    /** Tells that one of several calls that run at once begins. */
    public void beginAmongOthers(int batch, int call) {
        put(Frame.BEGUN, batch, Map.of("i", call));
    }

    /**
     * Sends a result, soon.
     *
     * @param line as {@link ScoreLine} writes it
     * @param atOnce whether it should not wait for others to travel with
     */
    public void result(int batch, JsonBuffer line, boolean atOnce) {
        synchronized (lock) {
            if (batchOfResults != batch) {
                seal();
                batchOfResults = batch;
            }
            if (results.size() == 0) {
                lock.notifyAll();
            }
            copy(line);
            if (atOnce || results.size() >= FULL) {
                seal();
                lock.notifyAll();
            }
            while (unsent > MOST_UNSENT) {
                await(lock, 0);
            }
        }
    }

    private void copy(JsonBuffer line) {
        try {
            line.writeTo(results);
        } catch (IOException e) {
            throw new IllegalStateException("memory refused to be written", e);
        }
    }

    /** All calls of a batch were made. */
    public void done(int batch) {
        page.set(ProgressPage.IDLE);
        put(new Frame(Frame.DONE, batch, new byte[0]));
    }

    /** The results of a batch have become so large that the rest of its calls was not made. */
    public void doneEarly(int batch, int next) {
        page.set(ProgressPage.IDLE);
        put(Frame.DONE, batch, Map.of("next", next));
    }

    /** Makes a frame of the results so far. */
    private void seal() {
        if (results.size() > 0) {
            add(new Frame(Frame.RESULTS, batchOfResults, results.toByteArray()));
            results.reset();
        }
    }

    private void add(Frame frame) {
        ready.add(frame);
        unsent += frame.payload().length + 1;
    }

    private void send() {
        try {
            while (true) {
                List<Frame> frames;
                synchronized (lock) {
                    while (ready.isEmpty()) {
                        boolean some = results.size() > 0;
                        await(lock, some ? LONGEST_WAIT_MILLIS : 0);
                        if (some && ready.isEmpty()) {
                            seal();
                        }
                    }
                    frames = List.copyOf(ready);
                    ready.clear();
                }
                for (Frame frame : frames) {
                    frame.write(out);
                }
                synchronized (lock) {
                    frames.forEach(frame -> unsent -= frame.payload().length + 1);
                    lock.notifyAll();
                }
            }
        } catch (IOException e) {
            end();
        }
    }

    private void receive() {
        try {
            @Nullable Frame frame;
            while ((frame = Frame.read(in)) != null) {
                received.add(frame);
            }
        } catch (IOException e) {
            // The same as its end: nobody is there any more.
        }
        end();
    }

    /** Ends this process without asking anyone in it. If the parent was killed, nobody else is left to clean up. */
    private void end() {
        try {
            long parent = Long.parseLong(System.getProperty(WorkerProcess.PARENT, "0"));
            for (int i = 0; i < 20; i++) {
                if (ProcessHandle.of(parent).filter(ProcessHandle::isAlive).isEmpty()) {
                    FolderTree.delete(folder.resolveSibling("").normalize());
                    break;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            // A temporary folder may stay behind; a process must not.
        } finally {
            Runtime.getRuntime().halt(WorkerProcess.LOST);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // whoever calls loops
    private static void await(Object lock, long millis) {
        try {
            lock.wait(millis);
        } catch (InterruptedException e) {
            // Foreign code may interrupt any thread; this one has nothing to give up.
        }
    }
}
