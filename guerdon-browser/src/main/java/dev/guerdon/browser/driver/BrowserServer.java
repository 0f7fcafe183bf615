package dev.guerdon.browser.driver;

import dev.guerdon.base.FolderTree;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.spi.BrowserException;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One Chromium, run by Node.js, with a socket on which many connections drive it.
 *
 * <p>The process ends when its standard input does, so it does not outlive this JVM however that ends.
 */
final class BrowserServer implements AutoCloseable {

    private static final long MOST_START_SECONDS = 60;
    private static final long MOST_END_SECONDS = 10;

    private final Process process;
    private final Path folder;
    private final Path log;
    private final String version;

    private BrowserServer(Process process, Path folder, Path log, String version) {
        this.process = process;
        this.folder = folder;
        this.log = log;
        this.version = version;
    }

    static BrowserServer start(Path chromium, Path node, DriverFiles files, LaunchOptions launch) {
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
                            JsonCodec.write(launchOptions(chromium, launch)))
                    .redirectError(log.toFile());
            builder.environment()
                    .put("PLAYWRIGHT_BROWSERS_PATH", tools(folder, files).toString());
            process = builder.start();
            return new BrowserServer(process, folder, log, awaitReady(process, log, chromium));
        } catch (IOException e) {
            abandon(process, folder);
            throw new BrowserException("could not run Node.js at " + node + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            abandon(process, folder);
            throw e;
        }
    }

    /** A folder where Playwright finds this machine's ffmpeg, which makes videos, under the name that it looks for. */
    private static Path tools(Path folder, DriverFiles files) throws IOException {
        Path tools = folder.resolve("tools");
        Optional<Path> ffmpeg = Machine.thisOne().onPath("ffmpeg");
        if (ffmpeg.isPresent()) {
            Path place = Files.createDirectories(tools.resolve("ffmpeg-" + files.ffmpegRevision()));
            boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
            Files.createSymbolicLink(place.resolve(mac ? "ffmpeg-mac" : "ffmpeg-linux"), ffmpeg.get());
        }
        return tools;
    }

    private static Map<String, Object> launchOptions(Path chromium, LaunchOptions launch) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("executablePath", chromium.toString());
        options.put("headless", !launch.visible());
        options.put("timeout", TimeUnit.SECONDS.toMillis(MOST_START_SECONDS));
        options.put("args", launch.all(Machine.thisOne().hasSandbox()));
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
                    "Chromium at " + chromium + " did not start within " + MOST_START_SECONDS + " s" + told(log), e);
        }
        if (!said.startsWith("ready ")) {
            throw new BrowserException("Chromium at " + chromium + " could not be started" + told(log));
        }
        return said.substring("ready ".length()).strip();
    }

    private static String told(Path log) {
        try {
            String text = Files.readString(log, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "; it said nothing" : ": " + text.substring(0, Math.min(text.length(), 2_000));
        } catch (IOException e) {
            return "";
        }
    }

    /** Chromium's version. */
    String version() {
        return version;
    }

    Path socket() {
        return folder.resolve("socket");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The processes of the browser, for measurements. */
    List<Long> processes() {
        List<Long> all = new ArrayList<>();
        all.add(process.pid());
        process.descendants().forEach(child -> all.add(child.pid()));
        return all;
    }

    /** What the server complained about, for messages. */
    String complaints() {
        return told(log);
    }

    @Override
    public void close() {
        abandon(process, folder);
    }

    private static void abandon(@Nullable Process process, Path folder) {
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
            FolderTree.delete(folder);
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
