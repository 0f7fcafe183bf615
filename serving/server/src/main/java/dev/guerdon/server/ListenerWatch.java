package dev.guerdon.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Watch over a server's port. Where the thread that accepts connections died, for want of memory or of anything else, the process would
 * live on and never answer.
 *
 * <p>It connects as any client does and waits for whatever comes back. It has a thread of the system and no timer, scheduler or pool, which
 * could have died with the rest.
 */
final class ListenerWatch implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Time that nothing may be answered. A machine that is busy, or was asleep, is not a server that is gone. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(60);

    private static final int MIN_TRIES = 3;

    /** No request in any protocol, and long enough for TLS to see that: the answer is an error, and the connection ends. */
    private static final byte[] NO_REQUEST = "\r\n\r\n\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private enum Answer {
        SOME,
        NONE,
        REFUSED
    }

    private final InetSocketAddress address;
    private final Runnable deaf;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Begins to watch.
     *
     * @param host the address that the server listens on
     * @param deaf called once, if the server takes no connections any more
     */
    ListenerWatch(String host, int port, Runnable deaf) {
        InetSocketAddress named = new InetSocketAddress(host, port);
        InetAddress own = named.getAddress();
        this.address = own == null || own.isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : named;
        this.deaf = deaf;
        this.thread =
                Thread.ofPlatform().daemon().name("guerdon-listener-watch").start(this::watch);
    }

    private void watch() {
        long answered = System.nanoTime();
        int tries = 0;
        int refused = 0;
        while (!closed) {
            try {
                TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
                Answer answer = ask();
                tries = answer == Answer.SOME ? 0 : tries + 1;
                refused = answer == Answer.REFUSED ? refused + 1 : 0;
                answered = answer == Answer.SOME ? System.nanoTime() : answered;
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                tries++; // an OutOfMemoryError: the server has no more memory than this
            }
            boolean silent = tries >= MIN_TRIES && System.nanoTime() - answered > MAX_SILENCE.toNanos();
            if (!closed && (refused > 1 || silent)) {
                deaf.run();
                return;
            }
        }
    }

    private Answer ask() {
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(NO_REQUEST);
            int unused = socket.getInputStream().read();
            return Answer.SOME;
        } catch (SocketTimeoutException e) {
            return Answer.NONE;
        } catch (ConnectException e) {
            return Answer.REFUSED;
        } catch (IOException e) {
            // Reset by the server, which is an answer; or no files left, which says nothing about it.
            return Answer.SOME;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
