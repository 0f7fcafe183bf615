package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one episode shows to the proxy; closing it ends the episode's connections. */
@Internal
public final class Pass implements AutoCloseable {

    private static final Duration MOST_FOR_TAPED = Duration.ofSeconds(2);

    private final ForwardProxy proxy;
    private final AtomicInteger busy = new AtomicInteger();
    private final String user;
    private final String password;
    private final Way way;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile String taskHost = "";
    private volatile boolean closed;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean setup = true;

    Pass(ForwardProxy proxy, String user, String password, Way way) {
        this.proxy = proxy;
        this.user = user;
        this.password = password;
        this.way = way;
    }

    /** The address of the proxy. */
    public String address() {
        return proxy.address();
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    @Nullable
    Upstream upstream() {
        return way.upstream();
    }

    /** How the traffic is recorded or replayed; null for neither. */
    Way.@Nullable Taping taping() {
        return way.taping();
    }

    /** Whether the traffic is recorded or replayed. */
    public boolean isTaped() {
        return way.taping() != null;
    }

    /** Whose traffic it is, in a recording. */
    String episode() {
        Way.Taping taping = way.taping();
        return taping == null ? "" : taping.episode();
    }

    boolean trustsAll() {
        Way.Taping taping = way.taping();
        return taping != null && taping.trustsAll();
    }

    boolean isClosed() {
        return closed;
    }

    /** Waits, but not longer than the episode lasts. */
    void pause(Duration most) {
        try {
            if (over.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
                return; // The episode is over, and nobody waits any longer.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the episode is over. */
    void awaitClose() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether rules hold for this episode. */
    public boolean hasRules() {
        return way.rules() != null;
    }

    /** The rules of this episode, with the host that its task brought. */
    public WebRules rules() {
        Supplier<WebRules> rules = way.rules();
        WebRules all = rules == null ? WebRules.standard() : rules.get();
        String host = taskHost;
        return host.isEmpty() ? all : all.allowing(host);
    }

    /**
     * Judges the host and port of a connection.
     *
     * <p>While the task sets the page up, the first connection is one that the task itself asked for. Its host is open to the episode.
     */
    WebRules.Verdict judge(String authority) {
        String address = "http://" + authority + "/";
        if (!hasRules()) {
            // Without rules there is nothing to judge, and the user's proxy looks names up itself.
            return upstream() == null ? WebRules.standard().locate(address) : new WebRules.Allowed(List.of());
        }
        synchronized (this) {
            if (setup) {
                setup = false;
                taskHost = WebRules.hostOf(address);
            }
        }
        return rules().check(address);
    }

    /** From now on nothing is open because a task asked for it. */
    public synchronized void endSetup() {
        setup = false;
    }

    /** Ends a connection with this pass, at once where the pass is closed already. */
    void watch(Closeable connection) {
        open.add(connection);
        if (closed) {
            end(connection);
        }
    }

    void end(Closeable connection) {
        open.remove(connection);
        try {
            connection.close();
        } catch (IOException e) {
            // Gone either way.
        }
    }

    /** What was under way when the episode ended is written down before the next one begins. */
    private void awaitTaped() {
        if (way.taping() != null) {
            long end = System.nanoTime() + MOST_FOR_TAPED.toNanos();
            while (busy.get() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    void beginTaped() {
        busy.incrementAndGet();
    }

    void endTaped() {
        busy.decrementAndGet();
    }

    @Override
    public void close() {
        closed = true;
        over.countDown();
        proxy.forget(this);
        open.forEach(this::end);
        awaitTaped();
    }
}
