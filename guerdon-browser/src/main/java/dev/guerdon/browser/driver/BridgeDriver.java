package dev.guerdon.browser.driver;

import com.microsoft.playwright.impl.driver.Driver;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Playwright starts in place of its driver: a bridge to the server that all connections share.
 *
 * <p>Public because Playwright makes it by name; not for other use. Playwright keeps one driver for the whole JVM, so where the
 * bridge leads is told by the thread that connects.
 */
@Internal
public final class BridgeDriver extends Driver {

    private static final ThreadLocal<@Nullable Bridge> CONNECTING = new ThreadLocal<>();

    /** A bridge that is about to be built. */
    record Bridge(Path node, DriverFiles files, Path socket, Path pidFile) {}

    /** Makes Playwright's next connection of this thread, which is made by the given code, use a bridge. */
    static <T> T connecting(Bridge bridge, java.util.function.Supplier<T> connection) {
        // Playwright reads the property once, when its first connection is made.
        System.setProperty("playwright.driver.impl", BridgeDriver.class.getName());
        CONNECTING.set(bridge);
        try {
            return connection.get();
        } finally {
            CONNECTING.remove();
        }
    }

    private static Bridge bridge() {
        Bridge bridge = CONNECTING.get();
        if (bridge == null) {
            throw new BrowserException(
                    "Playwright is set up for Guerdon's browser environment in this process and cannot be used directly");
        }
        return bridge;
    }

    @Override
    protected void initialize(Boolean installBrowsers) {
        // The driver's files are there already.
    }

    @Override
    public ProcessBuilder createProcessBuilder() {
        Bridge bridge = bridge();
        ProcessBuilder builder = new ProcessBuilder(
                bridge.node().toString(), bridge.files().bridgeScript().toString());
        builder.environment()
                .putAll(Map.of(
                        "GUERDON_BROWSER_SOCKET", bridge.socket().toString(),
                        "GUERDON_BROWSER_PID_FILE", bridge.pidFile().toString()));
        return builder;
    }

    @Override
    public Path driverDir() {
        return bridge().files().root();
    }
}
