package dev.guerdon.cli.picture;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the environment says about a terminal. */
final class Terminals {

    private static final Set<String> KITTY_PROGRAMS = Set.of("ghostty", "wezterm");

    private Terminals() {}

    /** Whether the terminal says of itself that it speaks Kitty's protocol, and nothing stands between. */
    static boolean speaksKitty(Map<String, String> environment) {
        String term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
        String program = environment.getOrDefault("TERM_PROGRAM", "").toLowerCase(Locale.ROOT);
        boolean kitty = environment.containsKey("KITTY_WINDOW_ID")
                || term.contains("kitty")
                || term.contains("ghostty")
                || KITTY_PROGRAMS.contains(program);
        return kitty && !isMultiplexed(environment);
    }

    /** Whether tmux or screen stands between, which keeps the variables of the terminal outside. */
    private static boolean isMultiplexed(Map<String, String> environment) {
        String term = environment.getOrDefault("TERM", "");
        return environment.containsKey("TMUX")
                || environment.containsKey("STY")
                || term.startsWith("screen")
                || term.startsWith("tmux");
    }

    /** Whether asking is safe: a terminal that knows no escape sequences would show the question. */
    static boolean canBeAsked(Map<String, String> environment) {
        String term = environment.getOrDefault("TERM", "");
        return !term.isEmpty() && !term.equals("dumb") && !term.equals("unknown");
    }
}
