package dev.guerdon.browser.playwright;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Engine;
import dev.guerdon.browser.tab.EngineProcess;
import dev.guerdon.browser.tab.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One Chromium, run by Node.js, with a socket on which many connections drive it.
 *
 * <p>The process ends when its standard input does, so it does not outlive this JVM however that ends.
 */
@Internal
public final class PlaywrightEngine implements Engine {

    private static final long MOST_START_SECONDS = 60;
    private static final AtomicLong LANES = new AtomicLong();

    private final Process process;
    private final Path folder;
    private final Path log;
    private final Path node;
    private final DriverFiles files;
    private final String version;

    private PlaywrightEngine(Process process, Path folder, Path log, Path node, DriverFiles files, String version) {
        this.process = process;
        this.folder = folder;
        this.log = log;
        this.node = node;
        this.files = files;
        this.version = version;
    }

    /**
     * Starts Chromium.
     *
     * @param ffmpeg what makes videos, where the machine has it
     */
    public static PlaywrightEngine start(Launch launch, Path node, DriverFiles files, @Nullable Path ffmpeg) {
        Path chromium = launch.chromium();
        Path folder;
        try {
            // The folder is the user's own, and the socket in it with it. Short, because a socket's path may not be
            // long.
            folder = Files.createTempDirectory("guerdon");
        } catch (IOException e) {
            throw new BrowserException("could not make a temporary folder for the browser's socket: " + e, e);
        }
        Path log = folder.resolve("log");
        Process process = null;
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            node.toString(),
                            files.serverScript().toString(),
                            files.packageFolder().toString(),
                            folder.resolve("socket").toString(),
                            JsonCodec.write(launchOptions(launch)))
                    .redirectError(log.toFile());
            builder.environment()
                    .put(
                            "PLAYWRIGHT_BROWSERS_PATH",
                            tools(folder, files, ffmpeg).toString());
            process = builder.start();
            return new PlaywrightEngine(process, folder, log, node, files, awaitReady(process, log, chromium));
        } catch (IOException e) {
            EngineProcess.end(process, folder);
            throw new BrowserException("could not run Node.js at " + node + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            EngineProcess.end(process, folder);
            throw e;
        }
    }

    /** A folder where Playwright finds this machine's ffmpeg, which makes videos, under the name that it looks for. */
    private static Path tools(Path folder, DriverFiles files, @Nullable Path ffmpeg) throws IOException {
        Path tools = folder.resolve("tools");
        if (ffmpeg != null) {
            Path place = Files.createDirectories(tools.resolve("ffmpeg-" + files.ffmpegRevision()));
            boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
            Files.createSymbolicLink(place.resolve(mac ? "ffmpeg-mac" : "ffmpeg-linux"), ffmpeg);
        }
        return tools;
    }

    private static Map<String, Object> launchOptions(Launch launch) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("executablePath", launch.chromium().toString());
        options.put("headless", !launch.visible());
        options.put("timeout", TimeUnit.SECONDS.toMillis(MOST_START_SECONDS));
        options.put("args", launch.arguments());
        options.put("ignoreDefaultArgs", List.of("--hide-scrollbars"));
        options.put("handleSIGINT", false);
        return options;
    }

    private static String awaitReady(Process process, Path log, Path chromium) {
        CompletableFuture<String> line = new CompletableFuture<>();
        // The stream is not closed here: the server lives as long as the pipes do.
        Thread.ofVirtual().name("guerdon-browser-start").start(() -> {
            try {
                line.complete(String.valueOf(
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                                .readLine()));
            } catch (IOException e) {
                line.completeExceptionally(e);
            }
        });
        String said;
        try {
            said = line.get(MOST_START_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrowserException("interrupted while Chromium was starting", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new BrowserException(
                    "Chromium at " + chromium + " did not start within " + MOST_START_SECONDS + " s"
                            + EngineProcess.told(log),
                    e);
        }
        if (!said.startsWith("ready ")) {
            throw new BrowserException("Chromium at " + chromium + " could not be started" + EngineProcess.told(log));
        }
        return said.substring("ready ".length()).strip();
    }

    @Override
    public String version() {
        return version;
    }

    private Path socket() {
        return folder.resolve("socket");
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public List<Long> processes() {
        List<Long> all = new ArrayList<>();
        all.add(process.pid());
        process.descendants().forEach(child -> all.add(child.pid()));
        return all;
    }

    @Override
    public Connection connect() {
        return BridgedConnection.open(
                new BridgeDriver.Bridge(node, files, socket(), folder.resolve("lane-" + LANES.incrementAndGet())));
    }

    @Override
    public String complaints() {
        return EngineProcess.told(log);
    }

    @Override
    public void close() {
        EngineProcess.end(process, folder);
    }
}
