package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.network.ProxySession.Upstream;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.PageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Wishes of a user for the browser of each episode, whatever the task.
 *
 * @param persona who the browser is, to pages
 * @param savedState the file that gets cookies and storage when an episode ends; null for none
 * @param upstream a proxy of the user's own; null for none
 * @param showing how actions are shown to people
 */
@Internal
public record SessionOptions(
        Persona persona,
        @Nullable Path savedState,
        @Nullable Upstream upstream,
        Showing showing) {

    /** Nothing out of the ordinary. */
    public static final SessionOptions STANDARD = new SessionOptions(Persona.STANDARD, null, null, Showing.NONE);

    /**
     * Way of carrying out actions so that people can follow them.
     *
     * @param slowly how long to wait before each call
     * @param demo whether, and how, the element that is acted on is shown
     */
    public record Showing(Duration slowly, Demo demo) {

        /** The default: as fast as the browser allows, and unseen. */
        public static final Showing NONE = new Showing(Duration.ZERO, Demo.OFF);

        /** A longer text is put in at once. */
        static final int MOST_TYPED = 200;

        private static final int TYPING_MILLIS = 2_000;
        private static final int LEAST_MILLIS_PER_KEY = 10;

        /** BrowserGym's demo modes. */
        public enum Demo {
            /** Shows nothing. */
            OFF,
            /** A blue box around the element, red where something covers it. */
            DEFAULT,
            /** A blue box, whatever covers the element. */
            ALL_BLUE,
            /** Returns a blue box around elements that can be seen, none around others. */
            ONLY_VISIBLE_ELEMENTS
        }

        boolean isDemo() {
            return demo != Demo.OFF;
        }

        /** Returns how many times longer than usual an action may take. */
        public int patience() {
            return equals(NONE) ? 1 : 10;
        }

        /** Moves a cursor to the element and draws a box around it; both are gone when this returns. */
        void show(BidElement element) {
            if (!isDemo()) {
                return;
            }
            try {
                element.evaluate(
                        "element => (" + InjectedScripts.DEMO.text() + ")(element, { mode: '" + demo.name() + "' })");
            } catch (PageException e) {
                // What is wrong with the element is told by the action itself.
            }
        }

        /** Returns how long to wait between keys, so that people see a text being typed. */
        static double millisPerKey(String text) {
            return Math.max(TYPING_MILLIS / Math.max(1, text.length()), LEAST_MILLIS_PER_KEY);
        }
    }

    /**
     * Time that an observation waits for the page after an action.
     *
     * @param fixed a fixed time, as BrowserGym waits; null to wait for the page to be quiet
     * @param quiet how long nothing may have changed for the page to be quiet
     * @param mostForChanges how long a page that keeps changing is waited for
     * @param mostForNetwork how long requests are waited for
     * @param mostForAnswer how long a server may take to answer with a page, before loading it is stopped
     */
    public record Waiting(
            @Nullable Duration fixed,
            Duration quiet,
            Duration mostForChanges,
            Duration mostForNetwork,
            Duration mostForAnswer) {

        private static final Duration ANSWER = Duration.ofSeconds(10);

        /** Returns a wait until the page is quiet: as long as BrowserGym at most where it only changes, longer where it loads. */
        public static Waiting untilQuiet() {
            return new Waiting(null, Duration.ofMillis(30), Duration.ofMillis(500), Duration.ofSeconds(3), ANSWER);
        }

        /** Returns a fixed time before each observation. */
        public static Waiting fixed(Duration delay) {
            return new Waiting(delay, Duration.ZERO, Duration.ZERO, Duration.ZERO, ANSWER);
        }
    }

    /**
     * Options with which Chromium is started. Episodes that agree on it share a Chromium.
     *
     * @param visible whether people see its windows
     * @param arguments further arguments, none of which loosens the rules of the network
     */
    public record LaunchOptions(boolean visible, List<String> arguments) {

        /** Without a window and without further arguments. */
        public static final LaunchOptions STANDARD = new LaunchOptions(false, List.of());

        private static final String OFF = "--disable-features=";
        private static final String BLINK_OFF = "--disable-blink-features=";

        private static final List<String> FEATURES_OFF = List.of("OverlayScrollbars", "ExtendedOverlayScrollbars");

        /** Features that use UDP, which would go past the proxy that applies the rules of the web. */
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
                        + "' of Chromium is refused: it could undo the rules of the network, or let pages reach this"
                        + " machine. Proxies, certificates and visible windows have options of their own");
            }
        }

        /** Returns the arguments for Chromium; those that hold the rules of the network come last, because the last of a kind counts. */
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

    /**
     * Options with which the browser of one episode opens.
     *
     * @param needs what the task asks for
     * @param proxy the only way to the network; null if there is no rule
     * @param persona who the browser is, to pages
     * @param files what is kept of the session; null for nothing
     */
    public record Opening(
            BrowserNeeds needs,
            @Nullable Proxy proxy,
            Persona persona,
            @Nullable KeptFiles files) {

        /** A proxy that asks for credentials, for all addresses, those of this machine among them. */
        public record Proxy(String address, String user, String password) {}
    }

    /**
     * Identity of an episode's browser, to the pages it opens.
     *
     * @param userAgent how the browser names itself; null for Chromium's own name
     * @param place where pages are told the browser is; null for nowhere
     * @param ignoreHttpsErrors whether pages open although their certificate is not trusted
     * @param storageState cookies and storage that the browser begins with, in Playwright's JSON; null for none
     */
    public record Persona(
            @Nullable String userAgent,
            @Nullable Place place,
            boolean ignoreHttpsErrors,
            @Nullable Path storageState) {

        /** The default identity. */
        public static final Persona STANDARD = new Persona(null, null, false, null);

        /** Returns the same, which accepts untrusted certificates if asked to. */
        public Persona trustingAll(boolean all) {
            return new Persona(userAgent, place, ignoreHttpsErrors || all, storageState);
        }

        /**
         * A place on the earth.
         *
         * @param latitude degrees to the north, -90 to 90
         * @param longitude degrees to the east, -180 to 180
         * @param accuracy metres
         */
        public record Place(double latitude, double longitude, double accuracy) {

            /** Reads {@code LATITUDE,LONGITUDE} or {@code LATITUDE,LONGITUDE,METRES}. */
            public static Place of(String text) {
                String[] parts = text.split(",", -1);
                if (parts.length < 2 || parts.length > 3) {
                    throw new IllegalArgumentException(text);
                }
                Place place = new Place(
                        Double.parseDouble(parts[0]),
                        Double.parseDouble(parts[1]),
                        parts.length == 3 ? Double.parseDouble(parts[2]) : 0);
                boolean there = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
                if (!there || !(place.accuracy >= 0 && place.accuracy < 1e8)) {
                    throw new IllegalArgumentException(text);
                }
                return place;
            }
        }
    }

    /**
     * The files that a browser session leaves behind.
     *
     * @param folder the folder of the episode
     * @param kinds which files
     */
    public record KeptFiles(Path folder, Set<Kind> kinds) {

        /** Kind of record that can be kept of a session. */
        public enum Kind {
            /** A video as WebM, by ffmpeg. */
            VIDEO("task_video/episode.webm"),
            /** All requests and answers, as a HTTP archive. */
            HAR("network.har"),
            /** A trace for Playwright's trace viewer. */
            TRACE("trace.zip");

            private final String file;

            Kind(String file) {
                this.file = file;
            }
        }

        public KeptFiles {
            kinds = Set.copyOf(kinds);
        }

        /** Returns whether requests are kept, in one of the files. */
        public boolean keepExchanges() {
            return kinds.contains(Kind.HAR) || kinds.contains(Kind.TRACE);
        }

        /** Returns the file of a kind, or empty if it is not kept. */
        public Optional<Path> file(Kind kind) {
            return kinds.contains(kind) ? Optional.of(folder.resolve(kind.file)) : Optional.empty();
        }
    }
}
