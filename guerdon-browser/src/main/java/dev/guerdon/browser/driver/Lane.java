package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Engine;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A thread with its own connection to the browser, for one episode at a time.
 *
 * <p>A connection belongs to the thread that made it, and its calls block. So an episode's work is handed to its lane's
 * thread by whatever thread asks for it, with a time that it may take. Work that takes longer, because a page keeps its renderer
 * busy for ever, costs the lane: its connection is cut, and everything that was opened over it ends.
 */
@Internal
public final class Lane implements AutoCloseable {

    private static final Duration MOST_FOR_START = Duration.ofSeconds(60);
    private static final Duration MOST_FOR_END = Duration.ofSeconds(10);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Engine engine;
    private final ExecutorService thread;
    private volatile boolean broken;
    private volatile boolean closed;

    /** Made by the lane's thread; others may only cut it. */
    private volatile @Nullable Connection connection;

    private Lane(Engine engine) {
        long number = NUMBERS.incrementAndGet();
        this.engine = engine;
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("guerdon-browser-" + number).factory());
    }

    static Lane open(Engine engine) {
        Lane lane = new Lane(engine);
        try {
            lane.call(MOST_FOR_START, () -> {
                lane.connection = engine.connect();
                return lane;
            });
            return lane;
        } catch (RuntimeException e) {
            lane.close();
            throw e instanceof BrowserException
                    ? e
                    : new BrowserException("could not connect to Chromium" + engine.complaints(), e);
        }
    }

    /** Does something on the lane's thread and waits for it. */
    public <T extends @Nullable Object> T call(Duration most, Callable<T> work) {
        if (closed || broken) {
            throw new BrowserException("the connection to the browser is gone; reset the environment for a new one");
        }
        Future<T> future = thread.submit(work);
        try {
            return future.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            cut();
            throw new BrowserException(
                    "the page did not answer within " + most.toMillis() / 1000.0
                            + " s, so its tab was ended; a script keeps it busy, or there is too much to show",
                    e);
        } catch (InterruptedException e) {
            cut();
            Thread.currentThread().interrupt();
            throw new BrowserException("interrupted while waiting for the browser", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new BrowserException("the browser failed: " + e.getCause(), e);
            }
        }
    }

    /** The connection; for the lane's thread only. */
    public Connection connection() {
        Connection open = connection;
        if (open == null) {
            throw new BrowserException("the connection to the browser is not open");
        }
        return open;
    }

    public boolean isUsable() {
        return !closed && !broken && engine.isAlive();
    }

    @SuppressWarnings("ReferenceEquality") // the same running browser
    boolean isOf(Engine other) {
        return engine == other;
    }

    /** Ends the connection from outside; a call that waits on it fails at once. */
    private void cut() {
        broken = true;
        Connection open = connection;
        if (open != null) {
            open.cut();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Future<?> ended = thread.submit(() -> {
            Connection open = connection;
            if (open != null) {
                open.close();
            }
        });
        thread.shutdown();
        try {
            ended.get(MOST_FOR_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            cut();
        } catch (InterruptedException e) {
            cut();
            Thread.currentThread().interrupt();
        }
    }
}
