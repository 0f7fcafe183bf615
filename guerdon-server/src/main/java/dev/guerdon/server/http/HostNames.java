package dev.guerdon.server.http;

import java.util.Locale;
import java.util.Set;

/** Which names in a Host or Origin header mean this machine. */
final class HostNames {

    private static final Set<String> OWN = Set.of("localhost", "[::1]", "[0:0:0:0:0:0:0:1]");

    private HostNames() {}

    /**
     * Whether an authority such as {@code localhost:8000} names this machine over loopback.
     *
     * @param also one more name that counts, such as the one that the server was told to listen on
     */
    static boolean nameLoopback(String authority, String also) {
        String name = name(authority);
        return OWN.contains(name) || isLoopbackAddress(name) || (!name.isEmpty() && name.equals(name(also)));
    }

    /** The host of an authority in lower case, without port and final dot; empty where it is none. */
    static String name(String authority) {
        String text = authority.toLowerCase(Locale.ROOT);
        int bracket = text.lastIndexOf(']');
        int colon = text.indexOf(':', Math.max(bracket, 0));
        if (colon >= 0) {
            String port = text.substring(colon + 1);
            if (!port.matches("[0-9]{1,5}") || (bracket >= 0 && colon != bracket + 1)) {
                return "";
            }
            text = text.substring(0, colon);
        }
        // A final dot says that a name is complete: localhost. is localhost.
        return text.endsWith(".") && text.length() > 1 ? text.substring(0, text.length() - 1) : text;
    }

    /** Four numbers of which the first is 127, and nothing else: 127.evil.com begins like an address and is a name. */
    private static boolean isLoopbackAddress(String name) {
        String[] numbers = name.split("\\.", -1);
        if (numbers.length != 4 || !numbers[0].equals("127")) {
            return false;
        }
        for (String number : numbers) {
            if (!number.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(number) > 255) {
                return false;
            }
        }
        return true;
    }
}
