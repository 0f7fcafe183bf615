package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps agents away from addresses that are not the web.
 *
 * <p>An address is read as browsers read it: they drop tabs and line ends wherever they are, and white space and control
 * characters at both ends. What is left names its scheme, and only schemes of a list are open.
 */
@Internal
public final class Addresses {

    private static final Set<String> OPEN = Set.of("http", "https", "data", "blob");

    /** Pages without content; all other {@code about:} addresses are pages of the browser itself. */
    private static final Set<String> EMPTY_PAGES = Set.of("blank", "srcdoc");

    private Addresses() {}

    /** Refuses files of this machine, the browser's own pages and other programs. */
    public static void refuseLocal(String url) {
        String text = read(url);
        String scheme = scheme(text);
        if (scheme.isEmpty() || OPEN.contains(scheme)) {
            return; // Without a scheme, the browser says itself that this is no address.
        }
        String rest = text.substring(scheme.length() + 1);
        int end = rest.indexOf('#') < 0 ? rest.length() : rest.indexOf('#');
        if (scheme.equals("about")
                && EMPTY_PAGES.contains(rest.substring(0, end).toLowerCase(Locale.ROOT))) {
            return;
        }
        throw new ActionException(
                "Error",
                "Page.goto: net::ERR_ACCESS_DENIED at " + text + ": addresses that begin with " + scheme
                        + ": are not open to agents");
    }

    /** The address as a browser reads it. */
    static String read(String url) {
        StringBuilder text = new StringBuilder(url.length());
        url.chars().filter(c -> c != '\t' && c != '\n' && c != '\r').forEach(c -> text.append((char) c));
        int begin = 0;
        int end = text.length();
        while (begin < end && text.charAt(begin) <= ' ') {
            begin++;
        }
        while (end > begin && text.charAt(end - 1) <= ' ') {
            end--;
        }
        return text.substring(begin, end);
    }

    /** The scheme in lower case; empty where the text has none. */
    private static String scheme(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean further = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (c == ':' && i > 0) {
                return text.substring(0, i).toLowerCase(Locale.ROOT);
            }
            if (!letter && !(further && i > 0)) {
                return "";
            }
        }
        return "";
    }
}
