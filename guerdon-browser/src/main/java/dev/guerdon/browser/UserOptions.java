package dev.guerdon.browser;

import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import dev.guerdon.browser.action.Showing;
import dev.guerdon.browser.driver.Driver;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.proxy.Upstream;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.LaunchOptions;
import dev.guerdon.browser.tab.Persona;
import dev.guerdon.browser.tab.SessionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The options with which users make the browser their own: who it is, where it is, what it keeps, how it is shown. */
final class UserOptions {

    private static final Option USER_AGENT =
            new Option("user-agent", "TEXT", "Let the browser name itself so. Default: Chromium's own name.");
    private static final Option GEOLOCATION =
            new Option("geolocation", "LAT,LON[,METRES]", "Tell pages that the browser is there, such as 48.2,16.37.");
    private static final Option HTTPS_ERRORS = new Option(
            "ignore-https-errors", Option.TRUTH, "Open pages whose certificate is not trusted. Default: false.");
    private static final Option PROXY = new Option(
            "proxy",
            "URL",
            "Send the traffic through this proxy, such as http://user:password@host:3128. The rules of 'addresses' hold"
                    + " before it.");
    private static final Option LOOKUP = new Option(
            "proxy-lookup",
            "here|proxy",
            "Give the proxy the address that was judged (here), or the name (proxy). Default: here.");
    private static final Option STATE = new Option(
            "storage-state", "FILE", "Begin with the cookies and storage in this file of Playwright's storage_state.");
    private static final Option SAVE_STATE = new Option(
            "save-storage-state",
            "FILE",
            "Save cookies and storage in this file when an episode ends. It holds sessions in clear.");
    private static final Option HEADLESS =
            new Option("headless", Option.TRUTH, "Run without a window; false shows it. Default: true.");
    private static final Option SLOW =
            new Option("slow-mo", "MILLIS", "Wait this long before each action, for people who watch. Default: 0.");
    private static final Option DEMO = new Option(
            "demo",
            "off|default|all_blue|only_visible_elements",
            "Show which element is acted on, with BrowserGym's demo modes. Default: off.");
    private static final Option ARGUMENTS = new Option(
            "chromium-args",
            "ARGS",
            "Start Chromium with these arguments, separated by spaces. Those that undo the rules of the network are"
                    + " refused.");
    private static final Option DRIVER = new Option(
            "driver",
            String.join("|", Driver.names()),
            "Drive Chromium directly, or with Playwright, which needs Node.js. Default: cdp, and playwright for what cdp"
                    + " lacks.");
    private static final Option VIDEO = new Option(
            "video",
            "true|webm|false",
            "Keep a video with recorded episodes: an animated PNG, or WebM with ffmpeg. Default: false.");
    private static final Option HAR =
            new Option("har", Option.TRUTH, "Keep all requests and answers of recorded episodes as network.har.");
    private static final Option TRACE =
            new Option("trace", Option.TRUTH, "Keep a trace of recorded episodes for Playwright's viewer, trace.zip.");
    private static final Option KEEP = new Option(
            "keep", "DIR", "Record episodes in this folder, in BrowserGym's layout. Runs have a folder of their own.");
    private static final Option STRICT =
            new Option("strict", Option.TRUTH, "Accept nothing but calls in an action. Default: false.");
    private static final Option INFEASIBLE = new Option(
            "terminate-on-infeasible",
            Option.TRUTH,
            "End the episode when the agent reports that it cannot be done. Default: true.");

    private static final int LONGEST_USER_AGENT = 1_000;
    private static final int MOST_SLOW_MILLIS = 60_000;
    private static final long LARGEST_STATE = 50L << 20;

    private UserOptions() {}

    static List<Option> all() {
        return List.of(
                USER_AGENT,
                GEOLOCATION,
                HTTPS_ERRORS,
                PROXY,
                LOOKUP,
                STATE,
                SAVE_STATE,
                HEADLESS,
                SLOW,
                DEMO,
                ARGUMENTS,
                DRIVER,
                VIDEO,
                HAR,
                TRACE,
                KEEP,
                STRICT,
                INFEASIBLE);
    }

    /** Changes settings as the options say. */
    static BrowserSettings applied(BrowserSettings settings, Map<String, String> options, Machine machine) {
        boolean visible = !BrowserProvider.truth(options, HEADLESS, true);
        if (visible) {
            machine.requireVisibleChromium();
        }
        LaunchOptions launch = new LaunchOptions(
                visible,
                BrowserProvider.chosen(options, ARGUMENTS, List.of(), LaunchOptions::arguments),
                BrowserProvider.found(options, DRIVER, Driver::named)
                        .map(Driver::option)
                        .orElse(""));
        BrowserSettings.Extras extras = settings.extras();
        return settings.withActions(settings.actions().withStrict(BrowserProvider.truth(options, STRICT, false)))
                .withTerminateOnInfeasible(BrowserProvider.truth(options, INFEASIBLE, true))
                .withExtras(new BrowserSettings.Extras(extras.screenshots(), extras.domText(), files(options)))
                .withSession(session(options))
                .withLaunch(launch);
    }

    /** The folder for recorded episodes, where the options name one; empty for none. */
    static java.util.Optional<Path> keptFolder(Map<String, String> options) {
        return BrowserProvider.found(options, KEEP, text -> Path.of(text).toAbsolutePath());
    }

    private static SessionOptions session(Map<String, String> options) {
        Showing showing = new Showing(
                BrowserProvider.chosen(options, SLOW, Duration.ZERO, UserOptions::millis),
                BrowserProvider.chosen(
                        options, DEMO, Showing.Demo.OFF, text -> Showing.Demo.valueOf(text.toUpperCase(Locale.ROOT))));
        Upstream.Lookup lookup = BrowserProvider.chosen(
                options, LOOKUP, Upstream.Lookup.HERE, text -> Upstream.Lookup.valueOf(text.toUpperCase(Locale.ROOT)));
        Persona persona = new Persona(
                BrowserProvider.found(options, USER_AGENT, UserOptions::header).orElse(null),
                BrowserProvider.found(options, GEOLOCATION, Persona.Place::of).orElse(null),
                BrowserProvider.truth(options, HTTPS_ERRORS, false),
                BrowserProvider.found(options, STATE, UserOptions::state).orElse(null));
        return new SessionOptions(
                persona,
                BrowserProvider.found(options, SAVE_STATE, text -> Path.of(text).toAbsolutePath())
                        .orElse(null),
                BrowserProvider.found(options, PROXY, text -> upstream(text, lookup))
                        .orElse(null),
                showing);
    }

    private static Upstream upstream(String text, Upstream.Lookup lookup) {
        Upstream upstream = Upstream.of(text, lookup);
        if (upstream.authorization() != null) {
            Secrets.known().learn(text);
            Secrets.known().learn(upstream.authorization());
        }
        return upstream;
    }

    private static Set<SessionFiles.Kind> files(Map<String, String> options) {
        Set<SessionFiles.Kind> kinds = EnumSet.noneOf(SessionFiles.Kind.class);
        switch (BrowserProvider.chosen(options, VIDEO, "false", UserOptions::video)) {
            case "true" -> kinds.add(SessionFiles.Kind.VIDEO);
            case "webm" -> kinds.add(SessionFiles.Kind.WEBM);
            default -> {}
        }
        if (BrowserProvider.truth(options, HAR, false)) {
            kinds.add(SessionFiles.Kind.HAR);
        }
        if (BrowserProvider.truth(options, TRACE, false)) {
            kinds.add(SessionFiles.Kind.TRACE);
        }
        return kinds;
    }

    private static String video(String text) {
        if (!List.of("true", "webm", "false").contains(text)) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private static String header(String text) {
        boolean plain = text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        if (text.isEmpty() || text.length() > LONGEST_USER_AGENT || !plain) {
            throw new BrowserException("the option 'user-agent' should be one line of at most " + LONGEST_USER_AGENT
                    + " printable ASCII characters, found "
                    + (text.isEmpty() ? "nothing" : plain ? text.length() + " characters" : "others"));
        }
        return text;
    }

    private static Duration millis(String text) {
        int millis = Integer.parseInt(text);
        if (millis < 0 || millis > MOST_SLOW_MILLIS) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofMillis(millis);
    }

    /** Told now, and not with the first page: a file that is no storage state would look like a lost browser. */
    private static Path state(String text) {
        Path file = Path.of(text).toAbsolutePath();
        String expected =
                "the option 'storage-state' names a file of Playwright's storage_state, an object with cookies"
                        + " and origins, as save-storage-state writes it; found ";
        try {
            if (!Files.isRegularFile(file)) {
                throw new BrowserException(expected + "no file at " + file);
            }
            if (Files.size(file) > LARGEST_STATE) {
                throw new BrowserException(expected + Files.size(file) + " bytes in " + file);
            }
            Object value = JsonCodec.read(Files.readString(file, StandardCharsets.UTF_8), file.toString())
                    .value();
            boolean shaped = value instanceof Map<?, ?> state
                    && state.get("cookies") instanceof List<?>
                    && (state.get("origins") == null || state.get("origins") instanceof List<?>);
            if (!shaped) {
                throw new BrowserException(expected + "something else in " + file);
            }
            return file;
        } catch (IOException e) {
            throw new BrowserException(expected + file + ", which cannot be read: " + e.getMessage(), e);
        } catch (BrowserException e) {
            throw e;
        } catch (GuerdonException e) {
            throw new BrowserException(expected + file + ", which is not JSON", e);
        }
    }

    /** A time zone that Chromium knows, too. */
    static String zone(String text) {
        if (!ZoneId.getAvailableZoneIds().contains(text)) {
            throw new BrowserException(
                    "the option 'timezone' should be a time zone such as America/New_York, found '" + text + "'");
        }
        return text;
    }

    /** A locale such as {@code de} or {@code en-US}. */
    static String locale(String text) {
        if (!text.matches("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")) {
            throw new BrowserException(
                    "the option 'locale' should be a language tag such as en-US, found '" + text + "'");
        }
        return text;
    }
}
