package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of the user's own, through which the browser's traffic leaves this machine.
 *
 * @param host its host
 * @param port its port
 * @param authorization the header {@code Proxy-Authorization} that it wants; null for none
 * @param lookup who finds the address of a name
 */
@Internal
public record Upstream(String host, int port, @Nullable String authorization, Lookup lookup) {

    /** Who finds the address of a name. */
    public enum Lookup {
        /** This machine: the proxy gets the very address that was judged, for a tunnel. */
        HERE,
        /** The proxy, after this machine has judged the name by its own lookup. */
        PROXY
    }

    /** Reads an address such as {@code http://user:password@proxy.example:3128}. */
    public static Upstream of(String address, Lookup lookup) {
        URI uri;
        try {
            uri = URI.create(address.contains("://") ? address : "http://" + address);
        } catch (IllegalArgumentException e) {
            throw wrong("no address");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http")) {
            throw wrong("the scheme " + scheme);
        }
        if (uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > 65_535) {
            throw wrong(uri.getHost() == null ? "no host" : "no port");
        }
        String path = uri.getPath();
        if (!(path == null || path.isEmpty() || path.equals("/")) || uri.getQuery() != null) {
            throw wrong("something behind the port");
        }
        String user = uri.getUserInfo();
        String authorization = user == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        String host = uri.getHost();
        return new Upstream(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                uri.getPort(),
                authorization,
                lookup);
    }

    /** The address is not repeated: it may hold a password. */
    private static BrowserException wrong(String found) {
        return new BrowserException(
                "a proxy is given as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, found " + found);
    }

    /** Where it is; the credentials stay out of messages. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
