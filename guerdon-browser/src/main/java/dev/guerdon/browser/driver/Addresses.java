package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import java.util.Locale;
import java.util.Set;

/** Keeps agents away from addresses that are not the web. */
@Internal
public final class Addresses {

    /** Schemes that show this machine or the browser itself. */
    private static final Set<String> REFUSED =
            Set.of("file", "filesystem", "chrome", "chrome-untrusted", "devtools", "view-source");

    private Addresses() {}

    /** Refuses files of this machine and the browser's own pages. */
    public static void refuseFiles(String url) {
        String text = url.strip().toLowerCase(Locale.ROOT);
        int colon = text.indexOf(':');
        if (colon > 0 && REFUSED.contains(text.substring(0, colon))) {
            throw new ActionException(
                    "Error",
                    "Page.goto: net::ERR_ACCESS_DENIED at " + url + ": addresses that begin with "
                            + text.substring(0, colon + 1) + " are not open to agents");
        }
    }
}
