package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How Chromium is started. Episodes that agree on it share a Chromium.
 *
 * @param visible whether people see its windows
 * @param arguments further arguments, none of which loosens the rules of the network
 * @param driver the name of what drives it; empty for whatever can do what is asked
 */
@Internal
public record LaunchOptions(boolean visible, List<String> arguments, String driver) {

    /** Without a window and without further arguments. */
    public static final LaunchOptions STANDARD = new LaunchOptions(false, List.of(), "");

    private static final String OFF = "--disable-features=";
    private static final String BLINK_OFF = "--disable-blink-features=";

    private static final List<String> FEATURES_OFF = List.of("OverlayScrollbars", "ExtendedOverlayScrollbars");

    /** What speaks UDP would go past the proxy that applies the rules of the web. */
    private static final List<String> BLINK_FEATURES_OFF = List.of("WebTransport");

    private static final List<String> NETWORK =
            List.of("--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-quic");

    /**
     * Names, and names of features, that open another way to the network, to the files of this machine or to the browser's own
     * controls. Everything about a subject is refused: it is better to refuse too much than to trust a list of single names.
     */
    private static final Pattern WAYS_OUT = Pattern.compile(
            "proxy|host-?rules|host-?resolver|resolver|dns|webrtc|stun|quic|web-?transport|direct-?sockets|p2p|isolated-?web-?app"
                    + "|remote-debugging|extension|sandbox|launcher|cmd-prefix|user-data-dir|profile-directory"
                    + "|file-access|web-security|site-per-process|isolat|policy|policies|certificate|ssl|experimental"
                    + "|blink-test|unsafely|test-type|private-?network|local-?network|loopback|socket|net-log|log-net"
                    + "|headless|crash-dump|load-|no-zygote|single-process|ignore-.*-errors|origin-trial");

    public LaunchOptions {
        arguments = List.copyOf(arguments);
        arguments.forEach(LaunchOptions::check);
    }

    public LaunchOptions withDriver(String name) {
        return new LaunchOptions(visible, arguments, name);
    }

    /** Reads arguments that are separated by white space. */
    public static List<String> arguments(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    private static void check(String argument) {
        if (!argument.matches("--[A-Za-z0-9][A-Za-z0-9-]*(=.*)?")) {
            throw new BrowserException(
                    "an argument of Chromium looks like --name or --name=value, found '" + argument + "'");
        }
        String lower = argument.toLowerCase(Locale.ROOT);
        int equals = lower.indexOf('=');
        String name = equals < 0 ? lower : lower.substring(0, equals);
        boolean features = name.endsWith("features");
        // A value matters where it names features; that of a feature that is turned off does not.
        String judged = features && name.startsWith("--enable") ? lower : name;
        if (WAYS_OUT.matcher(judged).find()) {
            throw new BrowserException("the argument '" + argument
                    + "' of Chromium is refused: it could undo the rules of the network, or let pages reach this machine."
                    + " Proxies, certificates and visible windows have options of their own");
        }
    }

    /** The arguments for Chromium; those that hold the rules of the network come last, because the last of a kind counts. */
    public List<String> all(boolean sandbox) {
        List<String> all = new ArrayList<>();
        Set<String> features = new LinkedHashSet<>(FEATURES_OFF);
        Set<String> blinkFeatures = new LinkedHashSet<>(BLINK_FEATURES_OFF);
        for (String argument : arguments) {
            if (argument.startsWith(OFF)) {
                features.addAll(List.of(argument.substring(OFF.length()).split(",", -1)));
            } else if (argument.startsWith(BLINK_OFF)) {
                blinkFeatures.addAll(
                        List.of(argument.substring(BLINK_OFF.length()).split(",", -1)));
            } else {
                all.add(argument);
            }
        }
        all.add(OFF + String.join(",", features));
        all.add(BLINK_OFF + String.join(",", blinkFeatures));
        all.addAll(NETWORK);
        if (!sandbox) {
            all.add("--no-sandbox");
        }
        return all;
    }
}
