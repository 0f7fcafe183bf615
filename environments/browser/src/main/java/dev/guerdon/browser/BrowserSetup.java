package dev.guerdon.browser;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.browser.driver.InjectedScripts;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sets up what the browser needs: puts Chromium on this machine where a package manager can, else says what to do.
 *
 * <p>Nothing is downloaded but by the machine's own package manager and by npm.
 */
@Experimental
public final class BrowserSetup {

    private static final long MOST_MINUTES = 15;
    private static final String PACKAGE = "chromium-headless-shell";

    private final InstalledPrograms machine;
    private final Runner runner;
    private final Consumer<String> progress;

    BrowserSetup(InstalledPrograms machine, Runner runner, Consumer<String> progress) {
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
        return new BrowserSetup(InstalledPrograms.thisOne(), BrowserSetup::runProgram, progress).run();
    }

    /**
     * Sets MiniWoB up.
     *
     * @param from the folder of a download, or a wheel, which is the user's own and taken as it is; null to keep what is here, or to
     *     fetch the package with pip, in the one version that Guerdon was tested with
     * @param progress gets a line for each thing that takes time
     * @return its place, for the user
     */
    public static String miniwob(@Nullable Path from, Consumer<String> progress) {
        return new MiniwobSetup(
                        BenchmarkFolder.ofThisUser(),
                        InstalledPrograms.thisOne(),
                        BrowserSetup::runProgram,
                        MiniwobSetup.WHEEL,
                        progress)
                .run(from);
    }

    /**
     * Sets AssistantBench up.
     *
     * @param formats has the formats that files may have
     * @param from files, folders with files, or addresses; none to say what is here
     * @param progress gets a line for each thing that takes time, and for each line of a file that cannot be used
     * @return where things are, for the user
     */
    public static String assistantBench(Catalogue formats, List<String> from, Consumer<String> progress) {
        return new AssistantBenchSetup(
                        BenchmarkFolder.ofThisUser(),
                        formats,
                        !InstalledPrograms.thisOne().forbidsInstalling(),
                        progress)
                .run(from);
    }

    String run() {
        Path chromium = machine.chromium().orElseGet(this::installChromium);
        if (machine.fonts().isEmpty()) {
            progress.accept("fonts: " + InstalledPrograms.NO_FONTS);
        }
        return "Chromium is at " + chromium;
    }

    private Path installChromium() {
        if (machine.forbidsInstalling()) {
            throw new BrowserException("Chromium is not on this machine, and " + InstalledPrograms.INSTALL_VARIABLE
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
        return InstalledPrograms.isRoot()
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
                Path script = Files.createTempFile(TemporaryFolder.create("chromium"), "chromium", ".js");
                try {
                    Files.write(script, InjectedScripts.CHROMIUM.text().getBytes(StandardCharsets.UTF_8));
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
                        + "; install Chromium or Chrome by hand (its headless shell is best) and, where it is not on"
                        + " the PATH, give its program in " + InstalledPrograms.CHROMIUM_VARIABLE));
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
                + PACKAGE + "' by hand, or give Chromium's program in " + InstalledPrograms.CHROMIUM_VARIABLE);
    }

    private List<String> aptGet(String... arguments) {
        List<String> command = new ArrayList<>();
        if (!InstalledPrograms.isRoot() && machine.onPath("sudo").isPresent()) {
            command.addAll(List.of("sudo", "-n"));
        }
        command.add("apt-get");
        command.addAll(List.of(arguments));
        return command;
    }

    static Optional<String> runProgram(List<String> command) {
        try {
            Path log = TemporaryFolder.createFile("setup");
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
