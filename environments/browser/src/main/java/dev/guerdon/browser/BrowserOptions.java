package dev.guerdon.browser;

import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SessionOptions;
import dev.guerdon.browser.network.ProxySession.Upstream;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The options that a user gave to the environment, and the settings that they make.
 *
 * @param given values by the names of {@code options.txt}
 */
record BrowserOptions(Map<String, String> given) {

    /** All options in the order in which help shows them. */
    static final List<Option> ALL = Utf8.resource(BrowserOptions.class, "options.txt")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" ", 3))
            .map(parts -> new Option(parts[0], parts[1], parts[2]))
            .toList();

    private static final int LONGEST_USER_AGENT = 1_000;
    private static final int MOST_SLOW_MILLIS = 60_000;
    private static final long LARGEST_STATE = 50L << 20;

    /** Returns the value of an option, or empty if it is not given. */
    <T> Optional<T> find(String name, Function<String, ? extends T> reader) {
        String text = given.get(name);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(text.strip()));
        } catch (ActionException e) {
            throw new BrowserException("the option '" + name + "': " + e.getMessage(), e);
        } catch (GuerdonException e) {
            throw e;
        } catch (RuntimeException e) {
            String value = ALL.stream()
                    .filter(option -> option.name().equals(name))
                    .map(Option::value)
                    .findFirst()
                    .orElseThrow();
            throw new BrowserException("the option '" + name + "' should be " + value + ", found '" + text + "'", e);
        }
    }

    private <T> T get(String name, T otherwise, Function<String, ? extends T> reader) {
        return this.<T>find(name, reader).orElse(otherwise);
    }

    private boolean isTrue(String name, boolean otherwise) {
        return get(name, otherwise, text -> oneOf(text, "true", "false").equals("true"));
    }

    private Optional<Path> path(String name) {
        return find(name, text -> Path.of(text).toAbsolutePath());
    }

    private <E extends Enum<E>> E word(String name, E otherwise) {
        return get(name, otherwise, text -> Enum.valueOf(otherwise.getDeclaringClass(), text.toUpperCase(Locale.ROOT)));
    }

    private static String oneOf(String text, String... words) {
        if (!List.of(words).contains(text)) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    /** Returns the folder for recorded episodes, or empty if none is named. */
    Optional<Path> recordings() {
        return path("keep");
    }

    /**
     * Returns the settings that the options make.
     *
     * @param rules the rules of the web where only public addresses are open, asked for at each judgement
     */
    BrowserSettings settings(InstalledPrograms machine, Supplier<WebRules> rules) {
        BrowserSettings settings = BrowserSettings.standard();
        settings.axTree = AxTreeOptions.of(word("profile", AxTreeOptions.AxTreeProfile.PINNED))
                .changed(given.getOrDefault("axtree-options", ""));
        ActionSet actions = get(
                "actions",
                settings.actions,
                text -> ActionSet.of(
                        Arrays.stream(text.split(",")).map(String::strip).toList()));
        settings.actions = actions.withMultiaction(isTrue("multiaction", true))
                .withRetryWithForce(isTrue("retry-with-force", false))
                .withStrict(isTrue("strict", false));
        settings.limits = settings.limits
                .withSteps(get("max-steps", 0, Integer::valueOf))
                .withEpisode(find("max-time", BrowserOptions::seconds).orElse(null));
        settings.tagsToMark = get("tags-to-mark", "standard_html", text -> oneOf(text, "standard_html", "all"));
        settings.waiting =
                get("pre-observation-delay", settings.waiting, text -> SessionOptions.Waiting.fixed(seconds(text)));
        settings.extras = new BrowserSettings.Extras(false, isTrue("dom", false), files());
        settings.uploads = path("uploads").orElse(null);
        if (get("addresses", "any", text -> oneOf(text, "any", "public")).equals("public")) {
            settings.addresses = new WebRules.WebGate(rules);
        }
        settings.needs = needs();
        boolean visible = !isTrue("headless", true);
        if (visible) {
            machine.requireVisibleChromium();
        }
        settings.terminateOnInfeasible = isTrue("terminate-on-infeasible", true);
        settings.session = session();
        settings.launch = new SessionOptions.LaunchOptions(
                visible, get("chromium-args", List.of(), SessionOptions.LaunchOptions::arguments));
        return settings;
    }

    private UnaryOperator<BrowserNeeds> needs() {
        int[] viewport = get("viewport", new int[0], BrowserOptions::size);
        Optional<Duration> timeout = find("timeout", BrowserOptions::seconds);
        Optional<String> locale = find("locale", BrowserOptions::locale);
        Optional<String> zone = find("timezone", BrowserOptions::zone);
        return task -> {
            BrowserNeeds needs = task.withLocale(locale.orElse(task.locale()), zone.orElse(task.timezone()));
            needs = viewport.length == 2 ? needs.withViewport(viewport[0], viewport[1]) : needs;
            return timeout.isPresent()
                    ? needs.withTimeoutMillis((double) timeout.get().toMillis())
                    : needs;
        };
    }

    private SessionOptions session() {
        SessionOptions.Persona persona = new SessionOptions.Persona(
                find("user-agent", BrowserOptions::header).orElse(null),
                find("geolocation", SessionOptions.Persona.Place::of).orElse(null),
                isTrue("ignore-https-errors", false),
                find("storage-state", BrowserOptions::state).orElse(null));
        Upstream.Lookup lookup = word("proxy-lookup", Upstream.Lookup.HERE);
        Duration slowly = get("slow-mo", Duration.ZERO, BrowserOptions::millis);
        return new SessionOptions(
                persona,
                path("save-storage-state").orElse(null),
                find("proxy", text -> upstream(text, lookup)).orElse(null),
                new SessionOptions.Showing(slowly, word("demo", SessionOptions.Showing.Demo.OFF)));
    }

    private static Upstream upstream(String text, Upstream.Lookup lookup) {
        Upstream upstream = Upstream.of(text, lookup);
        if (upstream.authorization() != null) {
            SecretFilter.known().learn(text);
            SecretFilter.known().learn(upstream.authorization());
        }
        return upstream;
    }

    private Set<SessionOptions.KeptFiles.Kind> files() {
        Set<SessionOptions.KeptFiles.Kind> kinds = EnumSet.noneOf(SessionOptions.KeptFiles.Kind.class);
        if (!get("video", "false", text -> oneOf(text, "true", "webm", "false")).equals("false")) {
            kinds.add(SessionOptions.KeptFiles.Kind.VIDEO);
        }
        if (isTrue("har", false)) {
            kinds.add(SessionOptions.KeptFiles.Kind.HAR);
        }
        if (isTrue("trace", false)) {
            kinds.add(SessionOptions.KeptFiles.Kind.TRACE);
        }
        return kinds;
    }

    private static Duration seconds(String text) {
        double seconds = Double.parseDouble(text);
        if (!(seconds >= 0 && seconds <= 86_400)) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static Duration millis(String text) {
        int millis = Integer.parseInt(text);
        if (millis < 0 || millis > MOST_SLOW_MILLIS) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofMillis(millis);
    }

    private static int[] size(String text) {
        int[] size =
                Arrays.stream(text.split("x", 2)).mapToInt(Integer::parseInt).toArray();
        if (size.length != 2 || size[0] < 1 || size[1] < 1 || size[0] > 10_000 || size[1] > 10_000) {
            throw new IllegalArgumentException(text);
        }
        return size;
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

    /** Returns a checked file. It is checked now, because one that is no storage state would look like a lost browser. */
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

    /** Returns a time zone that Chromium knows, too. */
    private static String zone(String text) {
        if (!ZoneId.getAvailableZoneIds().contains(text)) {
            throw new BrowserException(
                    "the option 'timezone' should be a time zone such as America/New_York, found '" + text + "'");
        }
        return text;
    }

    /** Returns a locale such as {@code de} or {@code en-US}. */
    private static String locale(String text) {
        if (!text.matches("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")) {
            throw new BrowserException(
                    "the option 'locale' should be a language tag such as en-US, found '" + text + "'");
        }
        return text;
    }
}
