package dev.guerdon.browser.network;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.network.SafeFetch.FetchException;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.core.base.Utf8;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules for what on the web may be reached: public addresses by http and https, plus hosts allowed by name.
 *
 * <p>A verdict comes with the addresses it was given for; a client must connect to one of those and look nothing up again.
 *
 * @param allowed hosts that may be reached wherever they are, as {@code host} or {@code host:port}; {@code *.host} stands for the
 *     hosts below one
 * @param resolver looks names up
 */
@Internal
public record WebRules(Set<String> allowed, Resolver resolver) {

    /** Looks names up. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] lookUp(String host) throws UnknownHostException;
    }

    /** Refusal of an address. */
    public sealed interface Verdict permits Allowed, Refused {}

    /** It may be reached at these addresses. */
    public record Allowed(List<InetAddress> addresses) implements Verdict {}

    /** It may not be reached. */
    public record Refused(String reason) implements Verdict {}

    /** Environment variable with hosts that are allowed by name, separated by commas. */
    static final String ALLOW_VARIABLE = "GUERDON_ALLOW_HOSTS";

    public WebRules {
        allowed = normal(allowed);
    }

    /** Returns the default rules; {@code GUERDON_ALLOW_HOSTS} names hosts that are allowed. */
    public static WebRules standard() {
        String listed = Optional.ofNullable(System.getenv(ALLOW_VARIABLE)).orElse("");
        return new WebRules(names(listed), WebAddress::lookUp);
    }

    /** Names from a list with commas. */
    static Set<String> names(String listed) {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(listed.split(",", -1)));
        names.removeIf(String::isBlank);
        return names;
    }

    /** Returns the same rules, which also allow a host. */
    public WebRules allowing(String... hosts) {
        Set<String> all = new LinkedHashSet<>(allowed);
        all.addAll(Arrays.asList(hosts));
        return new WebRules(all, resolver);
    }

    /** Returns the host and port of an address as {@link #allowing} takes them; empty if it is no plain http or https address. */
    public static String hostOf(String address) {
        try {
            WebAddress read = WebAddress.of(address);
            return read.host() + ":" + read.port();
        } catch (FetchException e) {
            return "";
        }
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

    /**
     * Tells addresses of the public internet from all others.
     *
     * <p>An IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, ISATAP) is judged by the one it carries.
     */
    static final class AddressRules {

        private record Range(int address, int bits, String name) {

            static Range of(String cidr, String name) {
                int slash = cidr.indexOf('/');
                int address = 0;
                for (String part : cidr.substring(0, slash).split("\\.", -1)) {
                    address = address << 8 | Integer.parseInt(part);
                }
                return new Range(address, Integer.parseInt(cidr.substring(slash + 1)), name);
            }

            boolean holds(int other) {
                return (address ^ other) >>> (32 - bits) == 0;
            }
        }

        private static final List<Range> NOT_PUBLIC = Utf8.resource(AddressRules.class, "not-public.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2))
                .map(parts -> Range.of(parts[0], parts[1]))
                .toList();

        /** Returns the reason if an address is not one of the public internet, or empty if it is. */
        static Optional<String> refusal(InetAddress address) {
            byte[] bytes = address.getAddress();
            return bytes.length == 4 ? four(word(bytes, 0)) : six(bytes);
        }

        private static Optional<String> four(int address) {
            return NOT_PUBLIC.stream()
                    .filter(range -> range.holds(address))
                    .map(Range::name)
                    .findFirst();
        }

        private static Optional<String> six(byte[] bytes) {
            int first = word(bytes, 0);
            int second = word(bytes, 4);
            int third = word(bytes, 8);
            int last = word(bytes, 12);
            boolean startsWithZeros = first == 0 && second == 0;
            if (startsWithZeros && third == 0 && last == 1) {
                return Optional.of("loopback");
            }
            boolean mapped = startsWithZeros && (third == 0 || third == 0xffff);
            boolean translated =
                    (startsWithZeros && third == 0xffff0000) || (first == 0x64ff9b && (second | third) == 0);
            if (mapped || translated) {
                return four(last).map(name -> name + " (IPv4 within IPv6)");
            }
            if (first >>> 16 == 0x2002) {
                return four(first << 16 | second >>> 16).map(name -> name + " (6to4)");
            }
            if ((third & 0xfdffffff) == 0x5efe) {
                return four(last).map(name -> name + " (ISATAP)");
            }
            if (first >>> 23 == 0x2001_0000 >>> 23) {
                return Optional.of("reserved for protocols");
            }
            if (first == 0x20010db8 || first >>> 12 == 0x3fff0) {
                return Optional.of("documentation");
            }
            return first >>> 29 == 1 ? Optional.empty() : Optional.of(notGlobal(first));
        }

        private static String notGlobal(int first) {
            return switch (first >>> 24) {
                case 0xfc, 0xfd -> "private";
                case 0xff -> "multicast";
                case 0xfe -> "link-local or site-local";
                default -> "not a global address";
            };
        }

        private static int word(byte[] bytes, int at) {
            return (bytes[at] & 0xff) << 24
                    | (bytes[at + 1] & 0xff) << 16
                    | (bytes[at + 2] & 0xff) << 8
                    | (bytes[at + 3] & 0xff);
        }
    }

    /**
     * Lets a browser reach only what rules allow.
     *
     * <p>An address that the agent goes to is judged before the browser sees it, for the sake of a clear message. Every connection,
     * whatever made it, is judged by the proxy that this gate gives the browser.
     *
     * <p>An address is read as browsers read it: they drop tabs and line ends wherever they are, and white space and control
     * characters at both ends. What is left names its scheme, and only schemes of a list are open.
     *
     * @param rules the rules, asked for at each judgement
     */
    public record WebGate(Supplier<WebRules> rules) implements Consumer<String> {

        private static final Set<String> OPEN = Set.of("http", "https", "data", "blob");
        private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):");

        /** Pages without content; all other {@code about:} addresses are pages of the browser itself. */
        private static final Pattern EMPTY_PAGE = Pattern.compile("(?i)about:(blank|srcdoc)(#.*)?", Pattern.DOTALL);

        /** First word of a judgement in recorded traffic. */
        private static final String ALLOWED = "open";

        private static final String REFUSED = "refused";

        /** Refuses files of this machine, the browser's own pages and other programs. */
        public static void refuseLocal(String url) {
            String text = read(url);
            Matcher scheme = SCHEME.matcher(text);
            if (!scheme.lookingAt()) {
                return; // The browser says itself that this is no address.
            }
            String name = scheme.group(1).toLowerCase(Locale.ROOT);
            if (!OPEN.contains(name) && !EMPTY_PAGE.matcher(text).matches()) {
                throw new ActionException(
                        "Error",
                        "Page.goto: net::ERR_ACCESS_DENIED at " + text + ": addresses that begin with " + name
                                + ": are not open to agents");
            }
        }

        private static String read(String url) {
            return url.replaceAll("[\t\n\r]", "").trim();
        }

        @Override
        public void accept(String url) {
            refuseLocal(url);
            String text = read(url);
            boolean web = text.regionMatches(true, 0, "http", 0, 4);
            if (web && rules.get().check(text) instanceof WebRules.Refused refused) {
                throw new ActionException(
                        "Error", "Page.goto: net::ERR_BLOCKED_BY_CLIENT at " + url + ": " + refused.reason());
            }
        }

        /**
         * Judges where the agent of an episode wants to go. A replay looks no name up: the judgement is the recorded one.
         *
         * @param addresses judges if the pass has no rules
         * @throws ActionException if the address is refused
         */
        public static void judge(String url, Consumer<String> addresses, @Nullable ProxySession pass, String episode) {
            Consumer<String> gate = pass == null || !pass.hasRules() ? addresses : new WebGate(pass::rules);
            Optional<TrafficTape> tape = TrafficMode.ofPages();
            if (tape.isEmpty()) {
                gate.accept(url);
                return;
            }
            refuseLocal(url);
            TrafficTape.Ask ask = TrafficTape.Ask.gate(episode, url);
            if (tape.get().replays()) {
                // An address that was not judged is asked for, and the proxy says that it was not recorded.
                tape.get()
                        .find(ask)
                        .filter(known -> known.head().getFirst().equals(REFUSED))
                        .ifPresent(known -> {
                            throw new ActionException(
                                    known.head().getLast(), new String(known.body(), StandardCharsets.UTF_8));
                        });
                return;
            }
            try {
                gate.accept(url);
                tape.get().keep(ask, new TrafficTape.Answer(List.of(ALLOWED), new byte[0], 0, true));
            } catch (ActionException e) {
                byte[] reason = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
                tape.get().keep(ask, new TrafficTape.Answer(List.of(REFUSED, e.type()), reason, 0, true));
                throw e;
            }
        }
    }
}
