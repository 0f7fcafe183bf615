package dev.guerdon.browser.fetch;

import dev.guerdon.api.Internal;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What on the web may be reached: public addresses by http and https, minus blocked domains, plus hosts allowed by name.
 *
 * <p>A verdict comes with the addresses it was given for; whoever connects must connect to one of those and look nothing up again.
 *
 * @param allowed hosts that may be reached wherever they are, as {@code host} or {@code host:port}; {@code *.host} stands for the
 *     hosts below one
 * @param blocked domains that may not be reached, with the hosts below them; stronger than {@code allowed}
 * @param resolver looks names up
 */
@Internal
public record WebRules(Set<String> allowed, Set<String> blocked, Resolver resolver) {

    /** Looks names up. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] lookUp(String host) throws UnknownHostException;
    }

    /** Whether an address may be reached. */
    public sealed interface Verdict permits Allowed, Refused {}

    /** It may be reached at these addresses. */
    public record Allowed(List<InetAddress> addresses) implements Verdict {}

    /** It may not be reached. */
    public record Refused(String reason) implements Verdict {}

    /** Environment variable with hosts that are allowed by name, separated by commas. */
    static final String ALLOW_VARIABLE = "GUERDON_ALLOW_HOSTS";

    public WebRules {
        allowed = normal(allowed);
        blocked = normal(blocked);
    }

    /** The rules where nothing else is said; {@code GUERDON_ALLOW_HOSTS} names hosts that are allowed. */
    public static WebRules standard() {
        String listed = Optional.ofNullable(System.getenv(ALLOW_VARIABLE)).orElse("");
        return new WebRules(names(listed), Set.of(), WebAddress::lookUp);
    }

    /** Names from a list with commas. */
    static Set<String> names(String listed) {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(listed.split(",", -1)));
        names.removeIf(String::isBlank);
        return names;
    }

    /** The same rules, which also allow a host. */
    public WebRules allowing(String... hosts) {
        Set<String> all = new LinkedHashSet<>(allowed);
        all.addAll(Arrays.asList(hosts));
        return new WebRules(all, blocked, resolver);
    }

    /** The same rules, which also block domains. */
    public WebRules blocking(String... domains) {
        Set<String> all = new LinkedHashSet<>(blocked);
        all.addAll(Arrays.asList(domains));
        return new WebRules(allowed, all, resolver);
    }

    /** The host and port of an address as {@link #allowing} takes them; empty where it is no plain http or https address. */
    public static String hostOf(String address) {
        try {
            WebAddress read = WebAddress.of(address);
            return read.host() + ":" + read.port();
        } catch (FetchException e) {
            return "";
        }
    }

    /** Judges an address. */
    public Verdict check(URI address) {
        return check(address.toString());
    }

    /** Judges an address as text; what is no plain http or https address is refused. */
    public Verdict check(String address) {
        try {
            return judge(WebAddress.of(address));
        } catch (FetchException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
    }

    /** Finds where an address is, without judging it. */
    public Verdict locate(String address) {
        try {
            return find(WebAddress.of(address));
        } catch (FetchException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
    }

    private Verdict find(WebAddress address) {
        Refused missing = new Refused("the host " + address.host() + " was not found");
        try {
            List<InetAddress> literal = address.literal().map(List::of).orElse(List.of());
            List<InetAddress> found = literal.isEmpty() ? List.of(resolver.lookUp(address.host())) : literal;
            return found.isEmpty() ? missing : new Allowed(found);
        } catch (UnknownHostException e) {
            return missing;
        }
    }

    Verdict judge(WebAddress address) {
        String host = address.host();
        if (blocked.stream().anyMatch(domain -> host.equals(domain) || host.endsWith("." + domain))) {
            return new Refused(host + " is a blocked domain; use another source");
        }
        if (!(find(address) instanceof Allowed place)) {
            return new Refused("the host " + host + " was not found");
        }
        if (allowsByName(host, address.port())) {
            return place;
        }
        for (InetAddress one : place.addresses()) {
            Optional<String> refusal = AddressRules.refusal(one);
            if (refusal.isPresent()) {
                return new Refused(host + " is at " + one.getHostAddress() + ", which is not public (" + refusal.get()
                        + "); allow it by name with " + ALLOW_VARIABLE + " if you mean it");
            }
        }
        return place;
    }

    private boolean allowsByName(String host, int port) {
        if (names(allowed, host, port)) {
            return true;
        }
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
            if (names(allowed, "*" + host.substring(dot), port)) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(Set<String> some, String host, int port) {
        return some.contains(host) || some.contains(host + ":" + port);
    }

    private static Set<String> normal(Set<String> hosts) {
        Set<String> normal = new LinkedHashSet<>();
        for (String host : hosts) {
            String lower = host.strip().toLowerCase(Locale.ROOT);
            normal.add(lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower);
        }
        return Set.copyOf(normal);
    }
}
