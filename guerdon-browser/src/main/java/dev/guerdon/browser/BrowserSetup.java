package dev.guerdon.browser;

import dev.guerdon.api.Experimental;
import dev.guerdon.base.FolderTree;
import dev.guerdon.browser.driver.Driver;
import dev.guerdon.browser.driver.Fonts;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.playwright.DriverFiles;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Puts Chromium on this machine where a package manager can, and Node.js where Playwright is to drive it; else says what to do.
 *
 * <p>Nothing is downloaded but by the machine's own package manager, by npm and by Maven.
 */
@Experimental
public final class BrowserSetup {

    private static final long MOST_MINUTES = 15;
    private static final String PACKAGE = "chromium-headless-shell";
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

    private final Machine machine;
    private final Runner runner;
    private final Consumer<String> progress;

    BrowserSetup(Machine machine, Runner runner, Consumer<String> progress) {
        this.machine = machine;
        this.runner = runner;
        this.progress = progress;
    }

    /** Runs a command. */
    @FunctionalInterface
    interface Runner {

        /** Gives what the command printed last where it failed, nothing where it worked. */
        Optional<String> run(List<String> command);
    }

    /**
     * Sets the browser up.
     *
     * @param progress gets a line for each thing that takes time
     * @return where things are, for the user
     */
    public static String setup(Consumer<String> progress) {
        return new BrowserSetup(Machine.thisOne(), BrowserSetup::runProgram, progress).run();
    }

    String run() {
        Path chromium = machine.chromium().orElseGet(this::installChromium);
        Optional<Path> node = machine.node();
        if (node.isEmpty() && Driver.standard(machine) == Driver.PLAYWRIGHT) {
            node = Optional.of(fetchNode());
        }
        if (node.isPresent()) {
            DriverFiles.unpacked(machine.cacheFolder());
        }
        if (Fonts.folder(machine).isEmpty()) {
            progress.accept("fonts: " + Fonts.MISSING);
        }
        return "Chromium is at " + chromium
                + node.map(path -> ", Node.js for Playwright at " + path).orElse("");
    }

    private Path installChromium() {
        if (machine.forbidsInstalling()) {
            throw new BrowserException("Chromium is not on this machine, and " + Machine.INSTALL_VARIABLE
                    + "=no forbids to install it; install it by hand, or unset the variable");
        }
        String failed = "there is no apt-get";
        if (machine.onPath("apt-get").isPresent() && mayInstall()) {
            try {
                return installPackage();
            } catch (BrowserException e) {
                failed = String.valueOf(e.getMessage());
            }
        } else if (machine.onPath("apt-get").isPresent()) {
            failed = "apt-get needs an administrator";
        }
        return fetchChromium(failed);
    }

    private boolean mayInstall() {
        return Machine.isRoot()
                || (machine.onPath("sudo").isPresent()
                        && runner.run(List.of("sudo", "-n", "true")).isEmpty());
    }

    /** Fetches the Chromium of an npm package into the user's cache. */
    private Path fetchChromium(String before) {
        Path folder = machine.fetchedChromium();
        String failed = "there is no npm";
        if (machine.onPath("npm").isPresent() && machine.onPath("node").isPresent()) {
            progress.accept("fetching Chromium with npm (@sparticuz/chromium, 68 MB) into " + folder);
            try {
                Path script = Files.createTempFile("guerdon-chromium", ".js");
                try {
                    Files.write(script, Scripts.CHROMIUM.bytes());
                    failed = runner.run(List.of("node", script.toString(), folder.toString()))
                            .orElse("it gave no program");
                } finally {
                    Files.deleteIfExists(script);
                }
            } catch (IOException e) {
                failed = String.valueOf(e.getMessage());
            }
        }
        String why = failed;
        return machine.chromium()
                .orElseThrow(() -> new BrowserException("Chromium is not on this machine and could not be brought: "
                        + before + "; with npm: " + why
                        + "; install Chromium or Chrome by hand (its headless shell is best) and, where it is not on the"
                        + " PATH, give its program in " + Machine.CHROMIUM_VARIABLE));
    }

    private Path installPackage() {
        String failed = "";
        for (String name : List.of(PACKAGE, "chromium", "chromium-browser")) {
            progress.accept("installing the package " + name + " with apt-get, into the system");
            Optional<String> problem = runner.run(aptGet("install", "-y", "--no-install-recommends", name));
            if (problem.isPresent()) {
                runner.run(aptGet("update"));
                problem = runner.run(aptGet("install", "-y", "--no-install-recommends", name));
            }
            Optional<Path> installed = machine.chromium();
            if (installed.isPresent()) {
                return installed.get();
            }
            failed = problem.orElse("it installed no program that is known");
        }
        throw new BrowserException("apt-get could not install Chromium: " + failed + "; run 'sudo apt-get install "
                + PACKAGE + "' by hand, or give Chromium's program in " + Machine.CHROMIUM_VARIABLE);
    }

    private List<String> aptGet(String... arguments) {
        List<String> command = new ArrayList<>();
        if (!Machine.isRoot() && machine.onPath("sudo").isPresent()) {
            command.addAll(List.of("sudo", "-n"));
        }
        command.add("apt-get");
        command.addAll(List.of(arguments));
        return command;
    }

    /** Takes Node.js out of Playwright's bundle, which has it for every platform. */
    private Path fetchNode() {
        if (machine.forbidsInstalling()) {
            throw new BrowserException("Node.js is not on this machine, and " + Machine.INSTALL_VARIABLE
                    + "=no forbids to fetch it; install Node.js 20 or newer, or unset the variable");
        }
        Path maven = machine.onPath("mvn")
                .orElseThrow(
                        () -> new BrowserException("Node.js is not on this machine, and there is no Maven to fetch it"
                                + " with; install Node.js 20 or newer"));
        try {
            Path folder = Files.createTempDirectory("guerdon-node");
            try {
                progress.accept(
                        "fetching Node.js with Maven (Playwright's bundle, 200 MB) into " + machine.fetchedNode());
                String artifact = "com.microsoft.playwright:driver-bundle:" + DriverFiles.version();
                Optional<String> problem = runner.run(List.of(
                        maven.toString(), "-q", "-B", PLUGIN, "-Dartifact=" + artifact, "-DoutputDirectory=" + folder));
                Path bundle = folder.resolve("driver-bundle-" + DriverFiles.version() + ".jar");
                if (problem.isPresent() || !Files.isRegularFile(bundle)) {
                    throw new BrowserException("Maven could not fetch " + artifact + ": "
                            + problem.orElse("it gave no file") + "; install Node.js 20 or newer");
                }
                return unpackNode(bundle);
            } finally {
                FolderTree.delete(folder);
            }
        } catch (IOException e) {
            throw new BrowserException("could not put Node.js to " + machine.fetchedNode() + ": " + e, e);
        }
    }

    private Path unpackNode(Path bundle) throws IOException {
        Path node = machine.fetchedNode();
        String name = "driver/" + platform() + "/node";
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new BrowserException("Playwright's bundle has no Node.js for this machine (" + name
                        + "); install Node.js 20 or newer");
            }
            Files.createDirectories(Objects.requireNonNull(node.getParent()));
            Path staged = Files.createTempFile(node.getParent(), "node", "");
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, staged, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
            if (!staged.toFile().setExecutable(true)) {
                throw new BrowserException("could not make " + staged + " executable");
            }
            Files.move(staged, node, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        return node;
    }

    private static String platform() {
        boolean arm = System.getProperty("os.arch").matches("aarch64|arm64");
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac")
                ? (arm ? "mac-arm64" : "mac")
                : (arm ? "linux-arm64" : "linux");
    }

    static Optional<String> runProgram(List<String> command) {
        try {
            Path log = Files.createTempFile("guerdon-setup", ".txt");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
                builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
                Process process = builder.start();
                process.getOutputStream().close();
                if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                    return Optional.of("it did not end within " + MOST_MINUTES + " minutes");
                }
                return process.exitValue() == 0
                        ? Optional.empty()
                        : Optional.of(Files.readString(log, StandardCharsets.UTF_8)
                                .lines()
                                .filter(line -> !line.isBlank())
                                .reduce((a, b) -> b)
                                .orElse("it said nothing"));
            } finally {
                Files.deleteIfExists(log);
            }
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrowserException("interrupted while running " + command.getFirst(), e);
        }
    }
}
