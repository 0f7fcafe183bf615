package dev.guerdon.viewer;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A real browser with one page, which a test drives over the DevTools protocol. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "headless_shell", "chrome-headless-shell", "chromium", "google-chrome");

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Json>> answers = new ConcurrentHashMap<>();
    private final List<String> loaded = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private String session = "";

    private Browser(Process process, Path profile, String address) {
        this.process = process;
        this.profile = profile;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new Listener())
                .join();
    }

    /** Starts a browser; skips the test where there is none. */
    static Browser open() throws IOException {
        Path program = program();
        Path profile = Files.createTempDirectory("guerdon-view-browser");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + profile,
                "--force-color-profile=srgb",
                "about:blank"));
        if ("no".equals(System.getenv("GUERDON_CHROMIUM_SANDBOX")) || "root".equals(System.getProperty("user.name"))) {
            command.add(1, "--no-sandbox");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                Thread.ofVirtual().start(() -> out.lines().forEach(ignored -> {}));
                Browser browser = new Browser(process, profile, line.substring("DevTools listening on ".length()));
                browser.begin();
                return browser;
            }
        }
        end(process, profile);
        throw new IOException("the browser " + program + " ended before it could be driven");
    }

    private static Path program() {
        String given = System.getenv("GUERDON_CHROMIUM");
        if (given != null && !given.isBlank()) {
            return Path.of(given);
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator, -1)) {
            for (String name : NAMES) {
                Path program = Path.of(folder.isEmpty() ? "." : folder, name);
                if (Files.isExecutable(program)) {
                    return program;
                }
            }
        }
        // Where ./dev puts one that it fetched.
        Path caches = Path.of(System.getenv()
                .getOrDefault(
                        "XDG_CACHE_HOME",
                        Path.of(System.getProperty("user.home"), ".cache").toString()));
        Path fetched = caches.resolve("guerdon/browser/chromium/chromium");
        if (Files.isExecutable(fetched)) {
            return fetched;
        }
        return abort("skipped: the tests that drive a browser; Chromium is not here (see docs/browser.md)");
    }

    private void begin() {
        String target = ask("", "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        session = ask("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        ask("Page.enable", Map.of());
        ask("Runtime.enable", Map.of());
        ask("Network.enable", Map.of());
        ask("Log.enable", Map.of());
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                Json message = JsonCodec.read(text.toString(), "the browser");
                text.setLength(0);
                hear(message);
            }
            from.request(1);
            return null;
        }
    }

    private void hear(Json message) {
        message.find("id").ifPresent(id -> {
            CompletableFuture<Json> waiting = answers.remove(id.asInt());
            if (waiting != null && message.find("error").isPresent()) {
                waiting.completeExceptionally(new IllegalStateException(JsonCodec.write(message.get("error"))));
            } else if (waiting != null) {
                waiting.complete(message.get("result"));
            }
        });
        switch (message.find("method").map(Json::asString).orElse("")) {
            case "Network.requestWillBeSent" ->
                loaded.add(message.get("params").get("request").get("url").asString());
            case "Log.entryAdded" ->
                complaints.add(message.get("params").get("entry").get("text").asString());
            case "Runtime.exceptionThrown" -> complaints.add(JsonCodec.write(message.get("params")));
            case "Page.javascriptDialogOpening" -> complaints.add("a dialog opened");
            default -> {}
        }
    }

    private Json ask(String method, Map<String, ?> parameters) {
        return ask(session, method, parameters);
    }

    private Json ask(String of, String method, Map<String, ?> parameters) {
        int id = number.incrementAndGet();
        CompletableFuture<Json> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("method", method);
        message.put("params", parameters);
        if (!of.isEmpty()) {
            message.put("sessionId", of);
        }
        String text = JsonCodec.write(message);
        synchronized (socket) {
            socket.sendText(text, true).join();
        }
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Goes to an address and waits until it is loaded. */
    void go(String address) {
        evaluate("window.__here = true");
        ask("Page.navigate", Map.of("url", address));
        until("!window.__here && document.readyState === 'complete'");
    }

    /** The value of an expression; promises are waited for. */
    Json evaluate(String expression) {
        Json result =
                ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.find("exceptionDetails").isPresent()) {
            throw new IllegalStateException(expression + ": " + JsonCodec.write(result.get("exceptionDetails")));
        }
        return result.get("result").find("value").orElse(new Json(null));
    }

    String text(String expression) {
        return evaluate("(async () => String(" + expression + "))()").asString();
    }

    /** Waits until an expression is true; pages may come and go meanwhile. */
    void until(String expression) {
        long begun = System.nanoTime();
        String last = "";
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            try {
                if (evaluate("Boolean(" + expression + ")").asBoolean()) {
                    return;
                }
            } catch (RuntimeException e) {
                last = String.valueOf(e.getMessage());
            }
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
        throw new AssertionError("'" + expression + "' did not come true in " + PATIENCE + " " + last);
    }

    /** Presses a key where the focus is. */
    void press(String key) {
        boolean printable = key.length() == 1;
        Map<String, Object> down = new LinkedHashMap<>(Map.of("type", "keyDown", "key", key));
        if (printable) {
            down.put("text", key);
        } else {
            int code = switch (key) {
                case "Enter" -> 13;
                case "Tab" -> 9;
                case "ArrowDown" -> 40;
                case "ArrowUp" -> 38;
                case "End" -> 35;
                case "Home" -> 36;
                default -> 0;
            };
            down.put("windowsVirtualKeyCode", code);
            if (key.equals("Enter")) {
                down.put("text", "\r");
            }
        }
        ask("Input.dispatchKeyEvent", down);
        ask("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    void type(String text) {
        ask("Input.insertText", Map.of("text", text));
    }

    /** The size of the window; below 500 pixels it is a phone's. */
    void size(int width, int height) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    void scheme(String scheme) {
        ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Turns scripts off or on, from the next page on. */
    void scripts(boolean on) {
        ask("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
    }

    /** Gets a script to run before those of every page. */
    void first(String script) {
        ask("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** A picture of the window, or of the whole page. */
    byte[] picture(boolean whole) {
        return Base64.getDecoder()
                .decode(ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole))
                        .get("data")
                        .asString());
    }

    /** The addresses that were loaded, except those of the browser itself, that meet a condition. */
    List<String> loaded(Predicate<String> which) {
        return loaded.stream().filter(which).toList();
    }

    /** What the browser logged: refused loads and scripts, errors of scripts. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    void forget() {
        loaded.clear();
        complaints.clear();
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        end(process, profile);
    }

    private static void end(Process process, Path profile) throws IOException {
        List<ProcessHandle> family = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        family.forEach(ProcessHandle::destroyForcibly);
        FolderTree.delete(profile, Duration.ofMinutes(1));
    }
}
