package dev.guerdon.browser;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The browser as an environment of the command line, servers and suites. */
@Experimental
public final class BrowserProvider implements EnvironmentProvider {

    /** The options of a browser in which a model acts. */
    static final Map<String, String> FOR_MODELS = Map.of("addresses", "public");

    private final InstalledPrograms machine;
    private final BrowserTasks tasks;

    /** A provider that knows the tasks of this module only. */
    @Internal
    public BrowserProvider(InstalledPrograms machine) {
        this(machine, () -> BrowserTasks.own(Registry.discover(), BenchmarkFolder.ofThisUser()));
    }

    BrowserProvider(InstalledPrograms machine, Supplier<List<BrowserTaskSource>> sources) {
        this.machine = machine;
        this.tasks = new BrowserTasks(sources);
    }

    /** Returns the standard rules of the web, which also allow the hosts that tasks bring with them. */
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
        return BrowserOptions.ALL;
    }

    @Override
    public boolean hasPictures() {
        return true;
    }

    @Override
    public Environment open(Map<String, String> given) {
        BrowserOptions options = new BrowserOptions(Map.copyOf(Preset.applied(given)));
        BrowserSettings settings = options.settings(machine, tasks::rules);
        machine.requireChromium();
        BrowserEnvironment environment = new BrowserEnvironment(task -> tasks.create(task, options.given()), settings);
        options.recordings().ifPresent(environment::recordTo);
        return environment;
    }

    private static int seed(String text) {
        long seed = Long.parseLong(text);
        return seed == (int) seed ? (int) seed : (int) Math.floorMod(seed, 1L << 31);
    }

    @Override
    public Task task(Map<String, String> options) {
        String url = options.get("url");
        String id = options.getOrDefault("task", BrowserTasks.OPEN_ENDED);
        if (url != null && !id.equals(BrowserTasks.OPEN_ENDED)) {
            throw new BrowserException("the option 'url' belongs to the task openended, found it with the task " + id);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (id.equals(BrowserTasks.OPEN_ENDED)) {
            // A page that is always there, for an episode without any option.
            fields.put(BrowserTasks.START_URL, url == null ? "about:blank" : url);
            fields.put(BrowserTasks.GOAL, options.getOrDefault("goal", ""));
        }
        new BrowserOptions(options)
                .find("seed", BrowserProvider::seed)
                .ifPresent(seed -> fields.put(BrowserTasks.SEED, seed));
        Task task = BrowserTasks.described(id, options.getOrDefault("goal", "Do what the user asks for."), fields);
        tasks.create(task, options); // A wrong name is told now, not at the reset.
        return task;
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        String wanted = options.getOrDefault("task", "");
        Stream<Task> all = tasks.tasks(split, options);
        return wanted.isEmpty()
                ? all
                : all.filter(task -> Arrays.asList(wanted.split(",")).contains(task.id()));
    }

    @Override
    public List<Check> checks() {
        return List.of(checkChromium(), machine.checkFonts());
    }

    private Check checkChromium() {
        try {
            return machine.chromium()
                    .map(path -> new Check("Chromium", true, path.toString()))
                    .orElse(new Check(
                            "Chromium", false, "not here; 'guerdon setup chromium' installs it, or says how"));
        } catch (BrowserException e) {
            return new Check("Chromium", false, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Ways in which BrowserGym runs a benchmark, as options of the environment. Its viewport, time limits, locale and time zone come with
     * each task.
     */
    enum Preset {
        ASSISTANTBENCH("assistantbench", 30),
        MINIWOB("miniwob_all", 10),
        MINIWOB_TINY_TEST("miniwob_all", 5);

        /** The option that names a preset. */
        public static final String OPTION = "preset";

        private final String actions;
        private final int steps;

        Preset(String actions, int steps) {
            this.actions = actions;
            this.steps = steps;
        }

        /** Returns the name, as BrowserGym has it. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Returns the names of all presets. */
        public static List<String> words() {
            return List.of(values()).stream().map(Preset::word).toList();
        }

        /** Returns the options with those of the preset that they name, if they do: what is given goes before what the preset says. */
        public static Map<String, String> applied(Map<String, String> options) {
            String name = options.get(OPTION);
            if (name == null) {
                return options;
            }
            for (Preset preset : values()) {
                if (preset.word().equals(name)) {
                    Map<String, String> all = new LinkedHashMap<>(preset.options());
                    all.putAll(options);
                    return all;
                }
            }
            throw new BrowserException("there is no preset '" + name + "'; there are " + String.join(", ", words())
                    + NameRules.didYouMean(name, words()));
        }

        /** Returns the options by name: one action at a time, tried again without checks where an element does not let itself be acted on. */
        Map<String, String> options() {
            Map<String, String> options = new LinkedHashMap<>();
            options.put("actions", actions);
            options.put("multiaction", "false");
            options.put("retry-with-force", "true");
            options.put("max-steps", Integer.toString(steps));
            return options;
        }
    }
}
