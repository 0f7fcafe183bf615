package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How Chromium starts.
 *
 * @param chromium its program
 * @param arguments what every driver gives it, beside what it needs itself
 */
@Internal
public record Launch(Path chromium, List<String> arguments) {

    public Launch {
        arguments = List.copyOf(arguments);
    }

    /** A browser for agents. */
    public static Launch of(Path chromium, boolean sandbox) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--disable-features=OverlayScrollbars,ExtendedOverlayScrollbars");
        // What speaks UDP would go past the proxy that applies the rules of the web.
        arguments.add("--force-webrtc-ip-handling-policy=disable_non_proxied_udp");
        arguments.add("--disable-blink-features=WebTransport");
        arguments.add("--disable-quic");
        if (!sandbox) {
            arguments.add("--no-sandbox");
        }
        return new Launch(chromium, arguments);
    }
}
