package dev.guerdon.browser.cdp;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Connection;
import dev.guerdon.browser.tab.Engine;
import dev.guerdon.browser.tab.EngineProcess;
import dev.guerdon.browser.tab.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One Chromium at the end of a pipe.
 *
 * <p>Chromium listens on the descriptors 3 and 4, which a shell ties to the standard input and output that Java gives to a process.
 * It ends with the pipe, so it does not outlive this JVM however that ends.
 */
@Internal
public final class CdpEngine implements Engine {

    private static final double MOST_START_MILLIS = 60_000;

    /** A browser for programs: no profile, no calls home, no throttling of pages that nobody looks at. */
    private static final List<String> SWITCHES = List.of(
            "--headless",
            "--remote-debugging-pipe",
            "--allow-pre-commit-input",
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
            "--disable-back-forward-cache",
            "--disable-background-networking",
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-breakpad",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-dev-shm-usage",
            "--disable-extensions",
            "--disable-field-trial-config",
            "--disable-hang-monitor",
            "--disable-ipc-flooding-protection",
            "--disable-popup-blocking",
            "--disable-prompt-on-repost",
            "--disable-renderer-backgrounding",
            "--disable-sync",
            "--force-color-profile=srgb",
            "--metrics-recording-only",
            "--mute-audio",
            "--no-first-run",
            "--no-startup-window",
            "--password-store=basic",
            "--use-mock-keychain");

    private static final String FEATURES = "--disable-features=";
    private static final String OTHER_FEATURES =
            "HttpsUpgrades,PaintHolding,RenderDocument,ThirdPartyStoragePartitioning,Translate";

    private final Process process;
    private final Path folder;
    private final Pipe pipe;
    private final String version;

    private CdpEngine(Process process, Path folder, Pipe pipe, String version) {
        this.process = process;
        this.folder = folder;
        this.pipe = pipe;
        this.version = version;
    }

    public static CdpEngine start(Launch launch) {
        Path folder;
        try {
            folder = Files.createTempDirectory("guerdon");
        } catch (IOException e) {
            throw new BrowserException("could not make a temporary folder for the browser's profile: " + e, e);
        }
        Process process = null;
        try {
            process = new ProcessBuilder(command(launch, folder))
                    .redirectError(log(folder).toFile())
                    .start();
            Pipe pipe = new Pipe(process.getInputStream(), process.getOutputStream());
            pipe.start();
            return new CdpEngine(process, folder, pipe, greet(pipe));
        } catch (IOException e) {
            EngineProcess.end(process, folder);
            throw new BrowserException("could not run Chromium at " + launch.chromium() + ": " + e.getMessage(), e);
        } catch (PageException e) {
            String said = EngineProcess.told(log(folder));
            EngineProcess.end(process, folder);
            throw new BrowserException("Chromium at " + launch.chromium() + " could not be started" + said, e);
        }
    }

    private static Path log(Path folder) {
        return folder.resolve("log");
    }

    private static List<String> command(Launch launch, Path folder) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null",
                launch.chromium().toString()));
        command.addAll(SWITCHES);
        command.add("--user-data-dir=" + folder.resolve("profile"));
        for (String argument : launch.arguments()) {
            command.add(argument.startsWith(FEATURES) ? argument + "," + OTHER_FEATURES : argument);
        }
        return command;
    }

    /** Asks for the version, and to be told of every page that opens. */
    private static String greet(Pipe pipe) {
        Wire wire = new Wire(pipe);
        Deadline deadline = Deadline.in(MOST_START_MILLIS);
        Wire.Sent asked = wire.post("", "Browser.getVersion", Map.of());
        Wire.Sent attach = wire.post(
                "",
                "Target.setAutoAttach",
                Map.of(
                        "autoAttach", true,
                        "waitForDebuggerOnStart", true,
                        "flatten", true,
                        "filter", List.of(Map.of("type", "page"), Map.of("exclude", true))));
        String product = Message.text(wire.await(asked, deadline).get("product"));
        wire.await(attach, deadline);
        return product.substring(product.indexOf('/') + 1);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean isAlive() {
        return process.isAlive() && pipe.isOpen();
    }

    @Override
    public List<Long> processes() {
        List<Long> all = new ArrayList<>();
        all.add(process.pid());
        process.descendants().forEach(child -> all.add(child.pid()));
        return all;
    }

    @Override
    public String complaints() {
        return EngineProcess.told(log(folder));
    }

    @Override
    public Connection connect() {
        return new PipedConnection(pipe);
    }

    @Override
    public void close() {
        EngineProcess.end(process, folder);
    }
}
