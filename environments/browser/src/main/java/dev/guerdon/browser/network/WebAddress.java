package dev.guerdon.browser.network;

import dev.guerdon.browser.network.SafeFetch.FetchException;
import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An http or https address, read so that it means the same to the check and to the connection.
 *
 * <p>What browsers and libraries read in different ways is refused rather than guessed: backslashes, credentials, missing
 * slashes, control characters, percent signs in the host. Numbers as host are read as browsers do (decimal, octal, hex, short).
 *
 * @param scheme {@code http} or {@code https}
 * @param host lower case, ASCII, without brackets and without a trailing dot
 * @param port the port, the scheme's own if none is written
 * @param target path and query, percent-encoded
 * @param literal the address that the host is, if it is no name
 */
record WebAddress(String scheme, String host, int port, String target, Optional<InetAddress> literal) {

    static final int MAX_LENGTH = 8192;

    private static final Pattern SHAPE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(/*)([^/?#]*)([^#]*)(?:#.*)?");
    private static final Pattern BRACKETED = Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::(\\d*))?");
    private static final Pattern NAMED = Pattern.compile("([^:\\[\\]]+)(?::(\\d*))?");
    private static final Pattern NAME =
            Pattern.compile("(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?");
    private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-f]*");
    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern BARE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    /**
     * Reads an address.
     *
     * @throws FetchException of kind {@code BLOCKED} if it is not a plain http or https address
     */
    static WebAddress of(String text) {
        String trimmed = text.strip();
        if (trimmed.length() > MAX_LENGTH) {
            throw refused("an address of at most " + MAX_LENGTH + " characters", trimmed.length() + " characters");
        }
        if (trimmed.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            throw refused("an address without control characters", shown(trimmed));
        }
        Matcher parts = SHAPE.matcher(trimmed);
        if (!parts.matches()) {
            throw refused("an address such as https://example.org/page", shown(trimmed));
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw refused("http or https", shown(scheme));
        }
        String authority = parts.group(3);
        if (parts.group(2).length() != 2 || authority.isEmpty()) {
            throw refused("an address such as https://example.org/page", shown(trimmed));
        }
        if (authority.indexOf('@') >= 0) {
            throw refused("an address without user name or password", shown(trimmed));
        }
        return read(scheme, authority, encode(parts.group(4)), trimmed);
    }

    private static WebAddress read(String scheme, String authority, String rest, String shown) {
        String target = rest.isEmpty() ? "/" : rest.startsWith("/") ? rest : "/" + rest;
        Matcher bracketed = BRACKETED.matcher(authority);
        if (bracketed.matches()) {
            InetAddress literal = literal(bracketed.group(1))
                    .orElseThrow(() -> refused("an IPv6 address in the brackets", shown(shown)));
            int port = port(scheme, bracketed.group(2), shown);
            return new WebAddress(scheme, literal.getHostAddress(), port, target, Optional.of(literal));
        }
        Matcher named = NAMED.matcher(authority);
        if (!named.matches()) {
            throw refused("a host name, and an IPv6 address only in brackets and without a zone", shown(shown));
        }
        String host = ascii(named.group(1), shown);
        int port = port(scheme, named.group(2), shown);
        String last = host.substring(host.lastIndexOf('.') + 1);
        if (!NUMBER.matcher(last).matches()) {
            return new WebAddress(scheme, host, port, target, Optional.empty());
        }
        InetAddress literal =
                fourNumbers(host).orElseThrow(() -> refused("a host name or an IPv4 address", shown(shown)));
        return new WebAddress(scheme, literal.getHostAddress(), port, target, Optional.of(literal));
    }

    private static String ascii(String host, String shown) {
        String ascii;
        try {
            ascii = IDN.toASCII(Normalizer.normalize(host, Normalizer.Form.NFKC), IDN.ALLOW_UNASSIGNED)
                    .toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw refused("a host name", shown(shown));
        }
        String bare = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
        if (bare.length() > 253 || !NAME.matcher(bare).matches()) {
            throw refused("a host name of letters, digits, hyphens and dots", shown(shown));
        }
        return bare;
    }

    private static int port(String scheme, @Nullable String text, String shown) {
        if (text == null || text.isEmpty()) {
            return scheme.equals("https") ? 443 : 80;
        }
        int port = text.length() > 5 ? -1 : Integer.parseInt(text);
        if (port < 1 || port > 65535) {
            throw refused("a port between 1 and 65535", shown(shown));
        }
        return port;
    }

    /** Reads one to four numbers, each decimal, octal or hex; the last fills what is left, as browsers read them. */
    private static Optional<InetAddress> fourNumbers(String host) {
        String[] parts = host.split("\\.", -1);
        if (parts.length > 4) {
            return Optional.empty();
        }
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            long value = number(parts[i]);
            boolean last = i == parts.length - 1;
            int bytes = last ? 4 - i : 1;
            if (value < 0 || value >= 1L << (8 * bytes)) {
                return Optional.empty();
            }
            address = address << (8 * bytes) | value;
        }
        return Optional.of(four((int) address));
    }

    private static long number(String text) {
        try {
            if (text.startsWith("0x")) {
                return text.length() == 2 ? 0 : Long.parseLong(text.substring(2), 16);
            }
            return Long.parseLong(text, text.length() > 1 && text.startsWith("0") ? 8 : 10);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static InetAddress four(int address) {
        byte[] bytes = {(byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address};
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an IPv6 address written as one; the brackets keep the name servers out of it. */
    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.getAllByName("[" + text + "]")[0]);
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Returns the address that a redirect leads to. */
    WebAddress resolve(String location) {
        String there = location.strip();
        if (there.startsWith("//")) {
            return of(scheme + ":" + there);
        }
        if (ABSOLUTE.matcher(there).lookingAt()) {
            return of(there);
        }
        try {
            return of(uri().resolve(new URI(encode(there))).toString());
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw refused("a redirect to an address", shown(location));
        }
    }

    URI uri() {
        return URI.create(toString());
    }

    /** Returns the host as the Host header has it: brackets around IPv6, the port if it is not the scheme's own. */
    String authority() {
        String bracketed = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == (scheme.equals("https") ? 443 : 80) ? bracketed : bracketed + ":" + port;
    }

    @Override
    public String toString() {
        return scheme + "://" + authority() + target;
    }

    private static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (one & 0xff);
            boolean plain = c > 0x20 && c < 0x7f && "\"<>\\^`{|}[]".indexOf(c) < 0;
            if (plain) {
                out.append(c);
            } else {
                out.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            }
        }
        return BARE_PERCENT.matcher(out).replaceAll("%25");
    }

    private static FetchException refused(String expected, String found) {
        return new FetchException(FetchException.Kind.BLOCKED, "expected " + expected + ", found " + found);
    }

    private static String shown(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return "'" + (printable.length() > 100 ? printable.substring(0, 100) + "..." : printable) + "'";
    }

    /** Looks a name up; localhost and the names below it are this machine, whatever name servers say. */
    static InetAddress[] lookUp(String host) throws UnknownHostException {
        boolean here = host.equals("localhost") || host.endsWith(".localhost");
        return here ? new InetAddress[] {four(0x7f000001)} : InetAddress.getAllByName(host);
    }
}
