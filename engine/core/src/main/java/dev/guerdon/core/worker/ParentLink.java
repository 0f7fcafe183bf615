package dev.guerdon.core.worker;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.ForeignCalls;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.OwnThread;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
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
    private static final int SEND_SIZE = 32 << 10;

    /** Results wait no longer than this for others to travel with. */
    private static final long MAX_WAIT_MILLIS = 5;

    /** Foreign code waits where so many bytes of results have not been read. */
    private static final int MAX_UNSENT = 8 << 20;

    private final Path folder;
    private final InputStream in;
    private final OutputStream out;
    private final ProgressPage page;
    private final BlockingQueue<EngineFrame> received = new LinkedBlockingQueue<>();
    private final Object lock = new Object();
    private final ArrayDeque<EngineFrame> ready = new ArrayDeque<>();
    private long unsent;
    private final JsonBuffer results = new JsonBuffer(SEND_SIZE);
    private int batchOfResults;

    private ParentLink(Path folder, SocketChannel socket) throws IOException {
        this.folder = folder;
        this.in = new BufferedInputStream(SteadyStreams.in(socket), 1 << 16);
        this.out = SteadyStreams.out(socket);
        this.page = ProgressPage.open(folder.resolve(WorkerProcess.PAGE));
    }

    /** Connects to the parent, and takes the standard streams away from whatever is loaded later. */
    public static ParentLink connect(Path folder) throws IOException {
        ForeignCalls.guardStreams();
        SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
        socket.connect(UnixDomainSocketAddress.of(folder.resolve(WorkerProcess.SOCKET)));
        ParentLink link = new ParentLink(folder, socket);
        OwnThread.start("guerdon-link-in", link::receive);
        OwnThread.start("guerdon-link-out", link::send);
        return link;
    }

    /** Returns the next frame of the parent. */
    public EngineFrame take() {
        while (true) {
            try {
                return received.take();
            } catch (InterruptedException e) {
                // Foreign code may interrupt any thread; this one has nothing to give up.
            }
        }
    }

    /**
     * Reports that the worker is ready.
     *
     * @param found what it has found
     */
    public void ready(Map<String, Object> found) {
        Map<String, Object> message = new LinkedHashMap<>(found);
        message.put("guerdon", EngineFrame.VERSION);
        put(EngineFrame.HELLO, 0, message);
    }

    /** Says what user code is about to run outside of a call, and returns when that is sent: the code may end the process. */
    public void activity(String what) {
        put(EngineFrame.BEGUN, 0, Map.of("activity", what));
        awaitSent();
    }

    /** Answers a question of the parent. */
    public void answer(int question, Map<String, Object> answer) {
        put(EngineFrame.ANSWER, question, answer);
    }

    /** Says why the worker cannot work, and ends it. */
    public void refuse(String why) {
        put(EngineFrame.ERROR, 0, Map.of("message", why));
        awaitSent();
        Runtime.getRuntime().halt(1);
    }

    private void awaitSent() {
        synchronized (lock) {
            while (unsent > 0) {
                await(lock, 0);
            }
        }
    }

    /** Sends lines of a score job. */
    public void lines(int batch, byte[] payload) {
        put(new EngineFrame(EngineFrame.LINES, batch, payload));
        synchronized (lock) {
            while (unsent > MAX_UNSENT) {
                await(lock, 0);
            }
        }
    }

    /** Sends a frame, soon. */
    public void send(EngineFrame frame) {
        put(frame);
    }

    private void put(byte kind, int batch, Map<String, Object> message) {
        put(new EngineFrame(kind, batch, JsonCodec.write(message).getBytes(StandardCharsets.UTF_8)));
    }

    private void put(EngineFrame frame) {
        synchronized (lock) {
            seal();
            add(frame);
            lock.notifyAll();
        }
    }

    /** Notes that a call begins, where the parent can read it whatever happens to this process. */
    public void begin(int batch, int call) {
        page.set(ProgressPage.of(batch, call));
    }

    /** Reports that one of several concurrent calls begins. */
    public void beginAmongOthers(int batch, int call) {
        put(EngineFrame.BEGUN, batch, Map.of("i", call));
    }

    /**
     * Sends a result, soon.
     *
     * @param stuck whether the call still runs, though its score is decided
     * @param atOnce whether it should not wait for others to travel with
     * @return how many bytes it has
     */
    public int result(int batch, int call, Score score, boolean stuck, boolean atOnce) {
        synchronized (lock) {
            if (batchOfResults != batch) {
                seal();
                batchOfResults = batch;
            }
            if (results.size() == 0) {
                lock.notifyAll();
            }
            int before = results.size();
            ScoreLine.write(results, call, score, stuck);
            int size = results.size() - before;
            if (atOnce || results.size() >= SEND_SIZE) {
                seal();
                lock.notifyAll();
            }
            while (unsent > MAX_UNSENT) {
                await(lock, 0);
            }
            return size;
        }
    }

    /** All calls of a batch were made. */
    public void done(int batch) {
        page.set(ProgressPage.IDLE);
        put(new EngineFrame(EngineFrame.DONE, batch, new byte[0]));
    }

    /** The results of a batch have become so large that the rest of its calls was not made. */
    public void doneEarly(int batch, int next) {
        page.set(ProgressPage.IDLE);
        put(EngineFrame.DONE, batch, Map.of("next", next));
    }

    /** Makes a frame of the results so far. */
    private void seal() {
        if (results.size() > 0) {
            add(new EngineFrame(EngineFrame.RESULTS, batchOfResults, results.toByteArray()));
            results.cutTo(0);
        }
    }

    private void add(EngineFrame frame) {
        ready.add(frame);
        unsent += frame.payload().length + 1;
    }

    private void send() {
        try {
            while (true) {
                List<EngineFrame> frames;
                synchronized (lock) {
                    while (ready.isEmpty()) {
                        boolean some = results.size() > 0;
                        await(lock, some ? MAX_WAIT_MILLIS : 0);
                        if (some && ready.isEmpty()) {
                            seal();
                        }
                    }
                    frames = List.copyOf(ready);
                    ready.clear();
                }
                for (EngineFrame frame : frames) {
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
            @Nullable EngineFrame frame;
            while ((frame = EngineFrame.read(in)) != null) {
                received.add(frame);
            }
        } catch (IOException e) {
            // The same as its end: the parent is gone.
        }
        end();
    }

    /** Halts this process. Deletes the folder of the pool if the parent was killed and cannot do it. */
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

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private static void await(Object lock, long millis) {
        try {
            lock.wait(millis);
        } catch (InterruptedException e) {
            // Foreign code may interrupt any thread; this one has nothing to give up.
        }
    }
}
