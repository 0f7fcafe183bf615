package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What one episode shows to the proxy; closing it ends the episode's connections. */
@Internal
public final class Pass implements AutoCloseable {

    private final ForwardProxy proxy;
    private final String user;
    private final String password;
    private final Supplier<WebRules> rules;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile String taskHost = "";
    private volatile boolean closed;
    private boolean setup = true;

    Pass(ForwardProxy proxy, String user, String password, Supplier<WebRules> rules) {
        this.proxy = proxy;
        this.user = user;
        this.password = password;
        this.rules = rules;
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

    /** The rules of this episode, with the host that its task brought. */
    public WebRules rules() {
        WebRules all = rules.get();
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

    @Override
    public void close() {
        closed = true;
        proxy.forget(this);
        open.forEach(this::end);
    }
}
