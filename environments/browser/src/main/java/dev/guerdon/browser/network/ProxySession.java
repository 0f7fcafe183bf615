package dev.guerdon.browser.network;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.io.Closeable;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hc.core5.io.Closer;
import org.jspecify.annotations.Nullable;

/** Credentials of one episode for the proxy; closing it ends the episode's connections. */
@Internal
public final class ProxySession implements AutoCloseable {

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

    ProxySession(ForwardProxy proxy, String user, String password, Way way) {
        this.proxy = proxy;
        this.user = user;
        this.password = password;
        this.way = way;
    }

    /**
     * Lets an episode through the proxy of this process, until the pass is closed; null if its browser connects by itself.
     *
     * @param addresses a {@link WebRules.WebGate} has the rules; any other judge has none
     * @param upstream a proxy of the user's own; null for none
     * @param episode the name of the episode in recorded traffic
     * @param trustsAll whether servers are trusted whatever their certificate
     */
    public static @Nullable ProxySession admit(
            Consumer<String> addresses, @Nullable Upstream upstream, String episode, boolean trustsAll) {
        WebRules.WebGate gate = addresses instanceof WebRules.WebGate found ? found : null;
        TrafficTape tape = TrafficMode.ofPages().orElse(null);
        return gate == null && upstream == null && tape == null
                ? null
                : ForwardProxy.shared()
                        .admit(new Way(gate == null ? null : gate.rules(), upstream, tape, episode, trustsAll));
    }

    /** Returns the address of the proxy. */
    public String address() {
        return proxy.address();
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    Way way() {
        return way;
    }

    /** Returns whether the traffic is recorded or replayed. */
    public boolean isTaped() {
        return way.tape() != null;
    }

    boolean isClosed() {
        return closed;
    }

    /** Waits, but not longer than the episode lasts. */
    void pause(Duration most) {
        try {
            if (over.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
                return; // The episode is over.
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

    /** Returns whether rules hold for this episode. */
    public boolean hasRules() {
        return way.rules() != null;
    }

    /** Returns the rules of this episode, with the host that its task brought. */
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
            return way.upstream() == null ? WebRules.standard().locate(address) : new WebRules.Allowed(List.of());
        }
        synchronized (this) {
            if (setup) {
                setup = false;
                taskHost = WebRules.hostOf(address);
            }
        }
        return rules().check(address);
    }

    /** Ends the setup: from now on nothing is open because a task asked for it. */
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
        Closer.closeQuietly(connection);
    }

    /** Waits until the exchanges of the episode are written, before the next one begins. */
    private void awaitTaped() {
        if (isTaped()) {
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

    /**
     * The way of one episode to the web.
     *
     * @param rules what may be reached, asked for at each connection; null for everything
     * @param upstream a proxy of the user's own, behind the rules; null for none
     * @param tape where the traffic is recorded, or replayed from; null for neither
     * @param episode whose traffic it is, in a recording
     * @param trustsAll whether servers are trusted whatever their certificate, by a proxy that records
     */
    record Way(
            @Nullable Supplier<WebRules> rules,
            @Nullable Upstream upstream,
            @Nullable TrafficTape tape,
            String episode,
            boolean trustsAll) {}

    /**
     * A proxy of the user's own, through which the browser's traffic leaves this machine.
     *
     * @param host its host
     * @param port its port
     * @param authorization the header {@code Proxy-Authorization} that it wants; null for none
     * @param lookup who finds the address of a name
     */
    public record Upstream(String host, int port, @Nullable String authorization, Lookup lookup) {

        /** Resolver of host names. */
        public enum Lookup {
            /** This machine: the proxy gets the very address that was judged, for a tunnel. */
            HERE,
            /** The proxy, after this machine has judged the name by its own lookup. */
            PROXY
        }

        /** Reads an address such as {@code http://user:password@proxy.example:3128}. */
        public static Upstream of(String address, Lookup lookup) {
            URI uri;
            try {
                uri = URI.create(address.contains("://") ? address : "http://" + address);
            } catch (IllegalArgumentException e) {
                throw wrong("no address");
            }
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (!scheme.equals("http")) {
                throw wrong("the scheme " + scheme);
            }
            if (uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > 65_535) {
                throw wrong(uri.getHost() == null ? "no host" : "no port");
            }
            String path = uri.getPath();
            if (!(path == null || path.isEmpty() || path.equals("/")) || uri.getQuery() != null) {
                throw wrong("something behind the port");
            }
            String user = uri.getUserInfo();
            String authorization = user == null
                    ? null
                    : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
            String host = uri.getHost();
            return new Upstream(
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                    uri.getPort(),
                    authorization,
                    lookup);
        }

        /** Returns the fault of an address, which is not repeated: it may hold a password. */
        private static BrowserException wrong(String found) {
            return new BrowserException(
                    "a proxy is given as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, found " + found);
        }

        /** Returns its address; the credentials stay out of messages. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
