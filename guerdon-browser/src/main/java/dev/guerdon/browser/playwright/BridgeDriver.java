package dev.guerdon.browser.playwright;

import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.impl.driver.Driver;
import dev.guerdon.browser.spi.BrowserException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Playwright starts in place of its driver: a bridge to the server that all connections share.
 *
 * <p>Playwright keeps one driver for the whole JVM, in a field that it reads under the lock of its class. Ours stands there only
 * while a connection of ours is made, under the same lock. So a program's own Playwright, before, after or at the same time, gets
 * the driver that it would get without us.
 */
final class BridgeDriver extends Driver {

    private final Bridge bridge;

    /** A bridge that is about to be built. */
    record Bridge(Path node, DriverFiles files, Path socket, Path pidFile) {}

    private BridgeDriver(Bridge bridge) {
        this.bridge = bridge;
    }

    /** Connects a client of Playwright's to the server. */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // the lock under which Playwright looks at this field
    static Playwright connect(Bridge bridge) {
        try {
            Field place = Driver.class.getDeclaredField("instance");
            place.setAccessible(true);
            synchronized (Driver.class) {
                @Nullable Object before = place.get(null);
                place.set(null, new BridgeDriver(bridge));
                try {
                    return Playwright.create();
                } finally {
                    place.set(null, before);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new BrowserException(
                    "this version of Playwright, " + DriverFiles.version()
                            + ", keeps its driver elsewhere than the one that Guerdon is built with; use that one",
                    e);
        }
    }

    @Override
    protected void initialize(Boolean installBrowsers) {
        // The driver's files are there already.
    }

    @Override
    public ProcessBuilder createProcessBuilder() {
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
        return bridge.files().root();
    }
}
