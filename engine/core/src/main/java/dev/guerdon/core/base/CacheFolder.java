package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Folder in which Guerdon keeps what can be made or fetched again: {@code $XDG_CACHE_HOME/guerdon}, else what the operating system has for it:
 * {@code ~/Library/Caches/guerdon} on macOS, {@code %LOCALAPPDATA%\guerdon} on Windows, {@code ~/.cache/guerdon} elsewhere.
 */
@Internal
public final class CacheFolder {

    private CacheFolder() {}

    /** Returns the folder for one purpose, which need not exist. */
    public static Path of(String purpose) {
        return of(purpose, System.getenv());
    }

    /** Returns the folder for one purpose in another environment. */
    public static Path of(String purpose, Map<String, String> environment) {
        return of(purpose, environment, System.getProperty("os.name", ""), System.getProperty("user.home", ""));
    }

    static Path of(String purpose, Map<String, String> environment, String system, String home) {
        return root(environment, system.toLowerCase(Locale.ROOT), home)
                .resolve("guerdon")
                .resolve(purpose);
    }

    private static Path root(Map<String, String> environment, String system, String home) {
        Optional<Path> chosen = absolute(environment.get("XDG_CACHE_HOME"));
        if (chosen.isEmpty() && system.startsWith("windows")) {
            chosen = absolute(environment.get("LOCALAPPDATA"));
        }
        return chosen.or(() -> absolute(home)
                        .map(folder -> system.startsWith("mac")
                                ? folder.resolve("Library").resolve("Caches")
                                : folder.resolve(".cache")))
                .orElseThrow(() -> new GuerdonException(
                        "there is no folder for cached files: this user has no home folder; set XDG_CACHE_HOME to an"
                                + " absolute path"));
    }

    /** A relative path counts as none, as the XDG rules say: it would be another folder in every working directory. */
    private static Optional<Path> absolute(@Nullable String text) {
        try {
            return Optional.ofNullable(text)
                    .filter(path -> !path.isBlank())
                    .map(Path::of)
                    .filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the same folder, made if it is missing. */
    public static Path writable(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw notWritable(folder, e);
        }
        if (!Files.isWritable(folder)) {
            throw notWritable(folder, null);
        }
        return folder;
    }

    private static GuerdonException notWritable(Path folder, @Nullable IOException cause) {
        String message = "the cache folder " + folder + " cannot be written" + (cause == null ? "" : " (" + cause + ")")
                + "; set XDG_CACHE_HOME to the absolute path of one that can";
        return cause == null ? new GuerdonException(message) : new GuerdonException(message, cause);
    }
}
