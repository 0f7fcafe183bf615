package dev.guerdon.browser.driver;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The fonts of this machine: without any, Chromium shows pages without text. */
@Internal
public final class Fonts {

    public static final String MISSING =
            "none here, so pages show no text; install some, such as the packages fonts-liberation and fonts-dejavu-core";

    private static final Set<String> ENDINGS = Set.of("ttf", "otf", "ttc", "pfb", "woff", "woff2");
    private static final int DEEPEST = 6;

    private Fonts() {}

    public static Check check(Machine machine) {
        return folder(machine)
                .map(folder -> new Check("fonts", true, folder.toString()))
                .orElseGet(() -> new Check("fonts", false, MISSING));
    }

    /** The first of the folders known to fontconfig, and of macOS, that holds a font. */
    public static Optional<Path> folder(Machine machine) {
        return machine.fontFolders()
                .filter(Files::isDirectory)
                .filter(Fonts::holdsFont)
                .findFirst();
    }

    private static boolean holdsFont(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            return files.anyMatch(Fonts::isFont);
        } catch (IOException | UncheckedIOException e) {
            return false; // A folder that cannot be read gives Chromium no font either.
        }
    }

    private static boolean isFont(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        return ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                && Files.isRegularFile(file);
    }
}
