package dev.guerdon.browser.driver;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
 * <p>Playwright's objects belong to the thread that made them, and its calls block. So an episode's work is handed to its lane's
 * thread by whatever thread asks for it, with a time that it may take. Work that takes longer, because a page keeps its renderer
 * busy for ever, costs the lane: its connection is cut, whereupon the server closes everything that was opened over it.
 */
@Internal
public final class Lane implements AutoCloseable {

    private static final Duration MOST_FOR_START = Duration.ofSeconds(60);
    private static final Duration MOST_FOR_END = Duration.ofSeconds(10);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final BrowserServer server;
    private final Path pidFile;
    private final ExecutorService thread;
    private volatile boolean broken;
    private volatile boolean closed;

    /** Touched by the lane's thread only. */
    private @Nullable Playwright playwright;

    private @Nullable Browser browser;

    private Lane(BrowserServer server) {
        long number = NUMBERS.incrementAndGet();
        this.server = server;
        this.pidFile = server.socket().resolveSibling("lane-" + number);
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("guerdon-browser-" + number).factory());
    }

    static Lane open(BrowserServer server, Path node, DriverFiles files) {
        Lane lane = new Lane(server);
        try {
            lane.call(MOST_FOR_START, () -> {
                lane.connect(node, files);
                return lane;
            });
            return lane;
        } catch (RuntimeException e) {
            lane.close();
            throw e instanceof BrowserException
                    ? e
                    : new BrowserException("could not connect to Chromium" + server.complaints(), e);
        }
    }

    private void connect(Path node, DriverFiles files) {
        Playwright made = BridgeDriver.connecting(
                new BridgeDriver.Bridge(node, files, server.socket(), pidFile), Playwright::create);
        made.selectors().setTestIdAttribute("bid");
        playwright = made;
        browser = made.chromium().launch();
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

    /** The browser; for the lane's thread only. */
    public Browser browser() {
        Browser open = browser;
        if (open == null) {
            throw new BrowserException("the connection to the browser is not open");
        }
        return open;
    }

    public boolean isUsable() {
        return !closed && !broken && server.isAlive();
    }

    boolean isOf(BrowserServer other) {
        return server == other;
    }

    /** Ends the connection from outside; a call that waits on it fails at once. */
    private void cut() {
        broken = true;
        bridge().ifPresent(ProcessHandle::destroyForcibly);
    }

    private Optional<ProcessHandle> bridge() {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pidFile, StandardCharsets.UTF_8)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Optional<ProcessHandle> bridge = bridge();
        Future<?> ended = thread.submit(() -> {
            if (playwright != null && !broken) {
                try {
                    playwright.close();
                } catch (PlaywrightException e) {
                    // The server is gone, and what it had with it.
                }
            }
        });
        thread.shutdown();
        try {
            ended.get(MOST_FOR_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            broken = true;
        } catch (InterruptedException e) {
            broken = true;
            Thread.currentThread().interrupt();
        }
        bridge.ifPresent(ProcessHandle::destroyForcibly);
        try {
            Files.deleteIfExists(pidFile);
        } catch (IOException e) {
            // It goes with the server's folder.
        }
    }
}
