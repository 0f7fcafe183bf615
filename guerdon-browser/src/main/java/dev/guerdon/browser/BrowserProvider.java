package dev.guerdon.browser;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.benchmark.Preset;
import dev.guerdon.browser.driver.Driver;
import dev.guerdon.browser.driver.Fonts;
import dev.guerdon.browser.driver.Machine;
import dev.guerdon.browser.driver.Waiting;
import dev.guerdon.browser.driver.WebGate;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeProfile;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.browser.tab.LaunchOptions;
import dev.guerdon.browser.task.AssistantBenchSource;
import dev.guerdon.browser.task.BrowserTasks;
import dev.guerdon.browser.task.MiniwobSource;
import dev.guerdon.core.Registry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The browser as an environment of the command line, servers and suites. */
@Experimental
public final class BrowserProvider implements EnvironmentProvider {

    /** A page that is always there, for an episode without any option. */
    private static final String HOME = "about:blank";

    private static final Option TASK =
            new Option("task", "ID", "Play this task, such as openended or miniwob.click-dialog.");
    private static final Option URL = new Option("url", "URL", "Start the task openended at this address.");
    private static final Option GOAL = new Option("goal", "TEXT", "Set the goal of the task openended.");
    private static final Option PROFILE = new Option(
            "profile",
            "pinned|raw",
            "Show the text of the browser that BrowserGym pins (pinned), or all that this one reports (raw).");
    private static final Option AXTREE =
            new Option("axtree-options", "K=V,...", "Set options of the text, such as with_visible=true.");
    private static final Option ACTIONS =
            new Option(Preset.ACTIONS, "SUBSETS", "Allow these actions, such as bid,nav,chat or assistantbench.");
    private static final Option MULTIACTION =
            new Option(Preset.MULTIACTION, "true|false", "Accept several actions in one text. Default: true.");
    private static final Option RETRY = new Option(
            Preset.RETRY_WITH_FORCE,
            "true|false",
            "Act on an element without checks where it does not let itself be acted on in time. Default: false.");
    private static final Option PRESET = new Option(
            Preset.OPTION,
            String.join("|", Preset.words()),
            "Take actions, multiaction, retry-with-force and max-steps as BrowserGym has them for this benchmark.");
    private static final Option KIND =
            new Option(BrowserTasks.KIND, "KIND", "List the tasks of this kind only, such as miniwob.");
    private static final Option TIMEOUT = new Option(
            "timeout", "SECONDS", "Give up a navigation after this time. Default: what the task says, usually 5.");
    private static final Option SEED = new Option("seed", "N", "Set the seed of the task.");
    private static final Option STEPS =
            new Option(Preset.MAX_STEPS, "N", "End the episode after N actions; 0 means no limit.");
    private static final Option SECONDS = new Option("max-time", "SECONDS", "End the episode after this time.");
    private static final Option TAGS =
            new Option("tags-to-mark", "standard_html|all", "Give ids to these elements. Default: standard_html.");
    private static final Option DELAY = new Option(
            "pre-observation-delay",
            "SECONDS",
            "Wait this long before each observation. Default: until the page is quiet.");
    private static final Option VIEWPORT = new Option("viewport", "WxH", "Set the size of the page, such as 1280x720.");
    private static final Option LOCALE = new Option("locale", "NAME", "Set the locale, such as en-US.");
    private static final Option TIMEZONE =
            new Option("timezone", "NAME", "Set the time zone, such as America/New_York.");
    private static final Option DOM = new Option("dom", "true|false", "Add dom_txt to observations.");
    private static final Option UPLOADS =
            new Option("uploads", "DIR", "Let the agent upload files from this folder. Default: none.");
    private static final Option ADDRESSES = new Option(
            "addresses",
            "any|public",
            "Allow any address, or only public ones, sites of tasks and GUERDON_ALLOW_HOSTS (public)."
                    + " Default: any; public where a model chooses the addresses.");
    private static final Option MINIWOB = new Option(
            MiniwobSource.OPTION,
            "DIR",
            "Read the HTML of MiniWoB from this folder. Default: MINIWOB_URL, then what 'guerdon setup miniwob'"
                    + " was given.");
    private static final Option VALIDATION = new Option(
            AssistantBenchSource.VALIDATION,
            "FILE",
            "Read the validation questions of AssistantBench from this file: JSON lines or Parquet. Default: what"
                    + " 'guerdon setup assistantbench' was given.");
    private static final Option TEST = new Option(
            AssistantBenchSource.TEST,
            "FILE",
            "Read the test questions of AssistantBench from this file: JSON lines or Parquet.");
    private static final Option PREDICTIONS =
            new Option(AssistantBenchSource.PREDICTIONS, "FILE", "Keep answers to AssistantBench in this file.");
    private static final Option START = new Option(
            AssistantBenchSource.START, "URL", "Start AssistantBench at this address. Default: https://google.com.");

    /** The options of a browser in which a model acts. */
    static final Map<String, String> FOR_MODELS = Map.of(ADDRESSES.name(), "public");

    private final Machine machine;
    private final BrowserTasks tasks;

    /** A provider that knows the tasks of this module only. */
    @Internal
    public BrowserProvider(Machine machine) {
        this(machine, () -> BrowserTasks.own(Registry.discover(), BenchmarkFolder.ofThisUser()));
    }

    BrowserProvider(Machine machine, Supplier<List<BrowserTaskSource>> sources) {
        this.machine = machine;
        this.tasks = new BrowserTasks(sources);
    }

    /** The standard rules of the web, which also allow the hosts that tasks bring with them. */
    WebRules rules() {
        return tasks.rules();
    }

    @Override
    public String name() {
        return BrowserResource.NAME;
    }

    @Override
    public String description() {
        return "Real web pages in Chromium, with BrowserGym's observations and actions.";
    }

    @Override
    public List<Option> options() {
        List<Option> own = List.of(
                TASK,
                URL,
                GOAL,
                PROFILE,
                AXTREE,
                ACTIONS,
                MULTIACTION,
                RETRY,
                PRESET,
                KIND,
                SEED,
                STEPS,
                SECONDS,
                TAGS,
                DELAY,
                VIEWPORT,
                TIMEOUT,
                LOCALE,
                TIMEZONE,
                DOM,
                UPLOADS,
                ADDRESSES,
                MINIWOB,
                VALIDATION,
                TEST,
                PREDICTIONS,
                START);
        return Stream.concat(own.stream(), UserOptions.all().stream()).toList();
    }

    @Override
    public boolean hasPictures() {
        return true;
    }

    @Override
    public Environment open(Map<String, String> given) {
        Map<String, String> options = Preset.applied(given);
        BrowserSettings settings = settings(options);
        machine.requireChromium();
        LaunchOptions launch = Driver.chosen(
                settings.launch(), settings.session(), settings.extras().files(), machine);
        if (launch.driver().equals(Driver.PLAYWRIGHT.option())) {
            machine.requireNode();
        }
        Map<String, String> kept = Map.copyOf(options);
        BrowserEnvironment environment = new BrowserEnvironment(task -> tasks.create(task, kept), settings);
        UserOptions.keptFolder(options).ifPresent(environment::recordTo);
        return environment;
    }

    private BrowserSettings settings(Map<String, String> options) {
        BrowserSettings settings = BrowserSettings.standard();
        AxTreeProfile profile = chosen(
                options, PROFILE, AxTreeProfile.PINNED, text -> AxTreeProfile.valueOf(text.toUpperCase(Locale.ROOT)));
        AxTreeOptions axTree = AxTreeOptions.of(profile).changed(options.getOrDefault(AXTREE.name(), ""));
        ActionSet actions = chosen(
                options,
                ACTIONS,
                ActionSet.standard(),
                text -> ActionSet.of(
                        Arrays.stream(text.split(",")).map(String::strip).toList()));
        BrowserSettings.Limits limits = settings.limits()
                .withSteps(chosen(options, STEPS, 0, Integer::valueOf))
                .withEpisode(found(options, SECONDS, BrowserProvider::seconds).orElse(null));
        settings = settings.withAxTree(axTree)
                .withActions(actions.withMultiaction(truth(options, MULTIACTION, true))
                        .withRetryWithForce(truth(options, RETRY, false)))
                .withLimits(limits)
                .withTagsToMark(chosen(options, TAGS, "standard_html", BrowserProvider::tags))
                .withWaiting(chosen(options, DELAY, Waiting.untilQuiet(), text -> Waiting.fixed(seconds(text))))
                .withExtras(new BrowserSettings.Extras(false, truth(options, DOM, false), false))
                .withUploads(found(options, UPLOADS, text -> Path.of(text).toAbsolutePath())
                        .orElse(null));
        if (chosen(options, ADDRESSES, false, BrowserProvider::onlyPublic)) {
            settings = settings.withAddresses(new WebGate(tasks::rules));
        }
        int[] viewport = chosen(options, VIEWPORT, new int[0], BrowserProvider::size);
        if (viewport.length == 2) {
            settings = settings.withNeeds(needs -> needs.withViewport(viewport[0], viewport[1]));
        }
        Optional<Duration> timeout = found(options, TIMEOUT, BrowserProvider::seconds);
        if (timeout.isPresent()) {
            settings = settings.withNeeds(
                    needs -> needs.withTimeoutMillis((double) timeout.get().toMillis()));
        }
        if (options.containsKey(LOCALE.name()) || options.containsKey(TIMEZONE.name())) {
            Optional<String> locale = found(options, LOCALE, UserOptions::locale);
            Optional<String> zone = found(options, TIMEZONE, UserOptions::zone);
            settings = settings.withNeeds(
                    needs -> needs.withLocale(locale.orElse(needs.locale()), zone.orElse(needs.timezone())));
        }
        return UserOptions.applied(settings, options, machine);
    }

    static <T> T chosen(Map<String, String> options, Option option, T otherwise, Function<String, ? extends T> reader) {
        return BrowserProvider.<T>found(options, option, reader).orElse(otherwise);
    }

    static <T> Optional<T> found(Map<String, String> options, Option option, Function<String, ? extends T> reader) {
        String text = options.get(option.name());
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(text.strip()));
        } catch (ActionException e) {
            throw new BrowserException("the option '" + option.name() + "': " + e.getMessage(), e);
        } catch (GuerdonException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new BrowserException(
                    "the option '" + option.name() + "' should be " + option.value() + ", found '" + text + "'", e);
        }
    }

    static boolean truth(Map<String, String> options, Option option, boolean otherwise) {
        return chosen(options, option, otherwise, text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        });
    }

    private static boolean onlyPublic(String text) {
        return switch (text) {
            case "any" -> false;
            case "public" -> true;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Duration seconds(String text) {
        double seconds = Double.parseDouble(text);
        if (!(seconds >= 0 && seconds <= 86_400)) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static String tags(String text) {
        if (!text.equals("standard_html") && !text.equals("all")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private static int[] size(String text) {
        int[] size =
                Arrays.stream(text.split("x", 2)).mapToInt(Integer::parseInt).toArray();
        if (size.length != 2 || size[0] < 1 || size[1] < 1 || size[0] > 10_000 || size[1] > 10_000) {
            throw new IllegalArgumentException(text);
        }
        return size;
    }

    @Override
    public Task task(Map<String, String> options) {
        String url = options.get(URL.name());
        String id = options.getOrDefault(TASK.name(), BrowserTasks.OPEN_ENDED);
        if (url != null && !id.equals(BrowserTasks.OPEN_ENDED)) {
            throw new BrowserException("the option 'url' belongs to the task openended, found it with the task " + id);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (id.equals(BrowserTasks.OPEN_ENDED)) {
            fields.put(BrowserTasks.START_URL, url == null ? HOME : url);
            fields.put(BrowserTasks.GOAL, options.getOrDefault(GOAL.name(), ""));
        }
        fields.put(BrowserTasks.SEED, chosen(options, SEED, 0, Integer::valueOf));
        Task task = BrowserTasks.described(id, options.getOrDefault(GOAL.name(), "Do what the user asks for."), fields);
        tasks.create(task, options); // A wrong name is told now, not at the reset.
        return task;
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        String wanted = options.getOrDefault(TASK.name(), "");
        Stream<Task> all = tasks.tasks(split, options);
        return wanted.isEmpty()
                ? all
                : all.filter(task -> Arrays.asList(wanted.split(",")).contains(task.id()));
    }

    @Override
    public List<Check> checks() {
        return List.of(
                check("Chromium", machine::chromium, "not here; 'guerdon setup chromium' installs it, or says how"),
                node(),
                Fonts.check(machine));
    }

    /** Node.js is needed for Playwright only, and Playwright only for what Guerdon's own driver lacks. */
    private Check node() {
        boolean needed = Driver.standard(machine) == Driver.PLAYWRIGHT;
        Check found = check(
                "Node.js for Playwright",
                machine::node,
                "not here; install Node.js 20 or newer" + (needed ? "" : " for driver=playwright"));
        return needed || found.ok() ? found : new Check(found.part(), true, found.detail());
    }

    private static Check check(String part, Supplier<Optional<Path>> where, String missing) {
        try {
            return where.get()
                    .map(path -> new Check(part, true, path.toString()))
                    .orElseGet(() -> new Check(part, false, missing));
        } catch (BrowserException e) {
            return new Check(part, false, String.valueOf(e.getMessage()));
        }
    }
}
