package dev.guerdon.browser.driver;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.CacheFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs on this machine that the environment needs: Chromium and fonts.
 *
 * @param environment the environment variables
 */
@Internal
public record InstalledPrograms(Map<String, String> environment) {

    public static final String CHROMIUM_VARIABLE = "GUERDON_CHROMIUM";
    public static final String INSTALL_VARIABLE = "GUERDON_INSTALL";
    static final String SANDBOX_VARIABLE = "GUERDON_CHROMIUM_SANDBOX";

    /** Says that there is no font: Chromium shows pages without text then. */
    public static final String NO_FONTS =
            "none here, so pages show no text; install some, such as the packages fonts-liberation and"
                    + " fonts-dejavu-core";

    /** The headless shell first: it starts faster, needs less memory, and its viewport is what it was told to be. */
    private static final List<String> CHROMIUM_NAMES = List.of(
            "chromium-headless-shell",
            "headless_shell",
            "chrome-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome");

    private static final List<Path> CHROMIUM_PATHS = List.of(
            Path.of("/usr/lib/chromium/chromium-headless-shell"),
            Path.of("/usr/lib/chromium/chromium"),
            Path.of("/opt/google/chrome/chrome"),
            Path.of("/Applications/Chromium.app/Contents/MacOS/Chromium"),
            Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"));

    private static final Pattern FONT = Pattern.compile("(?i)\\.(ttf|otf|ttc|pfb|woff2?)$");
    private static final int DEEPEST_FONT = 6;

    public static InstalledPrograms thisOne() {
        return new InstalledPrograms(System.getenv());
    }

    /** Returns Chromium, if it is here. A path given by {@value #CHROMIUM_VARIABLE} that leads nowhere is an error. */
    public Optional<Path> chromium() {
        Optional<Path> named = variable(CHROMIUM_VARIABLE);
        if (named.isPresent()) {
            return Optional.of(named.filter(Files::isExecutable)
                    .orElseThrow(() -> new BrowserException("expected Chromium's program at " + named.get()
                            + ", as " + CHROMIUM_VARIABLE + " says, found "
                            + (Files.exists(named.get()) ? "something that cannot be run" : "nothing")
                            + "; correct the variable or unset it")));
        }
        return Stream.concat(installed(), Stream.of(fetchedChromium().resolve("chromium")))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns where package managers put Chromium, whether or not it is there. */
    private Stream<Path> installed() {
        return Stream.concat(CHROMIUM_NAMES.stream().flatMap(name -> onPath(name).stream()), CHROMIUM_PATHS.stream());
    }

    public Path requireChromium() {
        return chromium()
                .orElseThrow(() -> new BrowserException("Chromium is not on this machine: no " + CHROMIUM_VARIABLE
                        + ", and none of " + String.join(", ", CHROMIUM_NAMES)
                        + " on the PATH; 'guerdon setup chromium' installs it, or says how"));
    }

    /** Returns a Chromium that has windows, on a machine that can show them. */
    public Path requireVisibleChromium() {
        boolean screen = Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        boolean mac = System.getProperty("os.name", "").startsWith("Mac");
        if (!screen && !mac) {
            throw new BrowserException("a visible browser needs a screen, found neither DISPLAY nor WAYLAND_DISPLAY;"
                    + " start it in a graphical session or under xvfb-run, or leave out 'headless=false'");
        }
        return Stream.concat(variable(CHROMIUM_VARIABLE).stream(), installed())
                .filter(Files::isExecutable)
                .filter(path -> !String.valueOf(path.getFileName()).contains("headless"))
                .findFirst()
                .orElseThrow(() -> new BrowserException(
                        "a visible browser needs a whole Chromium, found none: the headless shell has no windows;"
                                + " install the package chromium or Chrome, or name one with " + CHROMIUM_VARIABLE));
    }

    /** Returns the folder where the set-up puts Chromium where it may not install packages. */
    public Path fetchedChromium() {
        return cacheFolder().resolve("chromium");
    }

    /**
     * Returns whether Chromium can shut its pages in a sandbox: not for the superuser, and not where {@value #SANDBOX_VARIABLE} is
     * {@code no}, for machines that let no ordinary user make one.
     */
    boolean hasSandbox() {
        return !isRoot() && !"no".equals(environment.get(SANDBOX_VARIABLE));
    }

    /** Returns whether the user forbids to install or fetch anything. */
    public boolean forbidsInstalling() {
        return "no".equals(environment.get(INSTALL_VARIABLE));
    }

    /** Returns what {@code guerdon doctor} says of fonts. */
    public Check checkFonts() {
        return fonts().map(folder -> new Check("fonts", true, folder.toString()))
                .orElseGet(() -> new Check("fonts", false, NO_FONTS));
    }

    /** Returns the first of the folders known to fontconfig, and of macOS, that holds a font. */
    public Optional<Path> fonts() {
        return fontFolders()
                .filter(Files::isDirectory)
                .filter(InstalledPrograms::holdsFont)
                .findFirst();
    }

    private static boolean holdsFont(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEEPEST_FONT)) {
            return files.anyMatch(file -> FONT.matcher(file.toString()).find() && Files.isRegularFile(file));
        } catch (IOException | UncheckedIOException e) {
            return false; // A folder that cannot be read gives Chromium no font either.
        }
    }

    /** Returns where fonts may be: beside a configuration of the user's own, the folders that fontconfig knows, those of macOS. */
    private Stream<Path> fontFolders() {
        String home = System.getProperty("user.home");
        Stream<Path> own = variable("FONTCONFIG_FILE").map(Path::toAbsolutePath).map(Path::getParent).stream();
        Stream<Path> shared = Stream.concat(
                        Stream.of(environment.getOrDefault("XDG_DATA_HOME", home + "/.local/share")),
                        Arrays.stream(environment
                                .getOrDefault("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
                                .split(File.pathSeparator)))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "fonts"));
        Stream<Path> others = Stream.of(
                        "/usr/share/fonts", "/usr/local/share/fonts", home + "/.fonts", home + "/Library/Fonts")
                .map(Path::of);
        Stream<Path> mac = Stream.of("/System/Library/Fonts", "/Library/Fonts").map(Path::of);
        return Stream.of(own, shared, others, mac).flatMap(folders -> folders);
    }

    /** Returns the folder for what can be made again. */
    public Path cacheFolder() {
        return CacheFolder.of("browser", environment);
    }

    /** Returns whether processes run as the superuser, under whom Chromium refuses its sandbox. */
    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    public Optional<Path> onPath(String program) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder).resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private Optional<Path> variable(String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }
}
