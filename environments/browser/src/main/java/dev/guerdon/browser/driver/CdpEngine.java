package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Deadline;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.TemporaryFolder;
import dev.guerdon.core.base.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One Chromium at the end of a pipe.
 *
 * <p>Chromium listens on the descriptors 3 and 4, which a shell ties to the standard input and output that Java gives to a process.
 * It ends with the pipe, so it does not outlive this JVM however that ends.
 */
record CdpEngine(Process process, Path folder, ChromiumPipe pipe, String version, boolean visible)
        implements AutoCloseable {

    private static final double MOST_START_MILLIS = 60_000;
    private static final long MOST_END_SECONDS = 10;
    private static final Duration MOST_FOR_FOLDER = Duration.ofSeconds(5);

    /** The most of a log that a message repeats. */
    private static final int MOST_TOLD = 2_000;

    /** A browser for programs: no profile, no calls home, no throttling of hidden pages. */
    private static final List<String> SWITCHES =
            Utf8.resource(CdpEngine.class, "switches.txt").lines().toList();

    private static final String FEATURES = "--disable-features=";
    private static final String OTHER_FEATURES =
            "HttpsUpgrades,PaintHolding,RenderDocument,ThirdPartyStoragePartitioning,Translate";

    /**
     * Starts Chromium.
     *
     * @param sandbox whether it shuts its pages in a sandbox
     */
    public static CdpEngine start(Path chromium, boolean sandbox, SessionOptions.LaunchOptions launch) {
        Path folder;
        try {
            folder = TemporaryFolder.create("browser");
        } catch (IOException e) {
            throw new BrowserException("could not make a temporary folder for the browser's profile: " + e, e);
        }
        Process process = null;
        try {
            process = new ProcessBuilder(command(chromium, sandbox, launch, folder))
                    .redirectError(log(folder).toFile())
                    .start();
            ChromiumPipe pipe = new ChromiumPipe(process.getInputStream(), process.getOutputStream());
            pipe.start();
            return new CdpEngine(process, folder, pipe, greet(pipe), launch.visible());
        } catch (IOException e) {
            end(process, folder);
            throw new BrowserException("could not run Chromium at " + chromium + ": " + e.getMessage(), e);
        } catch (PageException e) {
            String said = told(log(folder));
            end(process, folder);
            throw new BrowserException("Chromium at " + chromium + " could not be started" + said, e);
        }
    }

    private static Path log(Path folder) {
        return folder.resolve("log");
    }

    private static List<String> command(
            Path chromium, boolean sandbox, SessionOptions.LaunchOptions launch, Path folder) {
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null", chromium.toString()));
        if (!launch.visible()) {
            command.add("--headless");
        }
        command.addAll(SWITCHES);
        command.add("--user-data-dir=" + folder.resolve("profile"));
        for (String argument : launch.all(sandbox)) {
            command.add(argument.startsWith(FEATURES) ? argument + "," + OTHER_FEATURES : argument);
        }
        return command;
    }

    /** Asks for the version, and to be told of every page that opens. */
    private static String greet(ChromiumPipe pipe) {
        CdpConnection wire = new CdpConnection(pipe);
        Deadline deadline = Deadline.in(MOST_START_MILLIS);
        CdpConnection.Sent asked = wire.post("", "Browser.getVersion", Map.of());
        CdpConnection.Sent attach = wire.post(
                "",
                "Target.setAutoAttach",
                Map.of(
                        "autoAttach", true,
                        "waitForDebuggerOnStart", true,
                        "flatten", true,
                        "filter", List.of(Map.of("type", "page"), Map.of("exclude", true))));
        String product = CdpValues.text(wire.await(asked, deadline).get("product"));
        wire.await(attach, deadline);
        return product.substring(product.indexOf('/') + 1);
    }

    public boolean isAlive() {
        return process.isAlive() && pipe.isOpen();
    }

    /** Returns its processes, for measurements. */
    public List<Long> processes() {
        List<Long> all = new ArrayList<>();
        all.add(process.pid());
        process.descendants().forEach(child -> all.add(child.pid()));
        return all;
    }

    /** Returns what it complained about, for messages; empty for nothing. */
    public String complaints() {
        return told(log(folder));
    }

    /** Returns a connection, for the thread that calls this. */
    public PipedConnection connect() {
        return new PipedConnection(pipe, visible);
    }

    @Override
    public void close() {
        end(process, folder);
    }

    /** Returns what a process wrote into its log, as the end of a sentence. */
    private static String told(Path log) {
        try {
            String text = Files.readString(log, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "; it said nothing" : ": " + text.substring(0, Math.min(text.length(), MOST_TOLD));
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Ends a process, those that it started, and its folder.
     *
     * @param process the process, null if it was never started
     */
    private static void end(@Nullable Process process, Path folder) {
        if (process != null) {
            List<ProcessHandle> family = process.descendants().toList();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(MOST_END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (IOException e) {
                process.destroyForcibly();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
            family.forEach(ProcessHandle::destroyForcibly);
        }
        try {
            // Those that were killed may write for a moment, and a browser that crashed leaves children that nobody
            // knows.
            FolderTree.delete(folder, MOST_FOR_FOLDER);
        } catch (IOException e) {
            System.getLogger(CdpEngine.class.getName())
                    .log(System.Logger.Level.WARNING, "the browser's folder {0} could not be deleted: {1}", folder, e);
        }
    }

    /** A wire, and the browser context of the episode that it serves. */
    static final class PipedConnection implements AutoCloseable {

        private final ChromiumPipe pipe;
        private final CdpConnection wire;
        private final boolean visible;

        /** The open context; {@link #cut} reads it on another thread. */
        private final AtomicReference<Optional<String>> context = new AtomicReference<>(Optional.empty());

        PipedConnection(ChromiumPipe pipe, boolean visible) {
            this.pipe = pipe;
            this.visible = visible;
            this.wire = new CdpConnection(pipe);
        }

        /** Opens the browser for one episode, without any page yet. */
        public ContextTabs open(SessionOptions.Opening opening) {
            Map<String, Object> options = new LinkedHashMap<>();
            options.put("disposeOnDetach", true);
            SessionOptions.Opening.Proxy proxy = opening.proxy();
            if (proxy != null) {
                options.put("proxyServer", proxy.address());
                // Browsers go to this machine's own addresses without a proxy, unless they are told not to.
                options.put("proxyBypassList", "<-loopback>");
            }
            String id = CdpValues.text(wire.await(wire.post("", "Target.createBrowserContext", options), Deadline.NEVER)
                    .get("browserContextId"));
            context.set(Optional.of(id));
            pipe.claim(id, wire);
            wire.tell("", "Browser.setDownloadBehavior", Map.of("behavior", "deny", "browserContextId", id));
            if (opening.persona().place() != null) {
                wire.tell(
                        "",
                        "Browser.grantPermissions",
                        Map.of("permissions", List.of("geolocation"), "browserContextId", id));
            }
            ContextTabs tabs = new ContextTabs(wire, id, opening, visible, () -> context.set(Optional.empty()));
            Path state = opening.persona().storageState();
            if (state != null) {
                try {
                    tabs.begin(state);
                } catch (RuntimeException e) {
                    tabs.close();
                    throw e;
                }
            }
            return tabs;
        }

        /** Ends the connection and all it opened at once; a call that waits on it fails. */
        public void cut() {
            wire.end();
            dispose();
        }

        private void dispose() {
            context.getAndSet(Optional.empty()).ifPresent(id -> {
                try {
                    pipe.send(
                            new CdpConnection(pipe),
                            "",
                            "Target.disposeBrowserContext",
                            Map.of("browserContextId", id));
                } catch (PageException e) {
                    // The browser is gone, and the context with it.
                }
            });
        }

        @Override
        public void close() {
            dispose();
            wire.end();
            pipe.release(wire);
        }
    }
}
