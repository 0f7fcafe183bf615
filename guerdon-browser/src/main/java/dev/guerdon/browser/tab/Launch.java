package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.List;

/**
 * How Chromium starts.
 *
 * @param chromium its program
 * @param arguments what every driver gives it, beside what it needs itself
 * @param visible whether people see its windows
 */
@Internal
public record Launch(Path chromium, List<String> arguments, boolean visible) {

    public Launch {
        arguments = List.copyOf(arguments);
    }

    /** A browser for agents. */
    public static Launch of(Path chromium, boolean sandbox) {
        return of(chromium, sandbox, LaunchOptions.STANDARD);
    }

    /** A browser for agents, as the user wants it. */
    public static Launch of(Path chromium, boolean sandbox, LaunchOptions options) {
        return new Launch(chromium, options.all(sandbox), options.visible());
    }
}
