package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.browser.driver.InjectedScripts;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.cpython.NumpyRandom;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * MiniWoB++'s tasks, from a folder with its HTML.
 *
 * @param folder where set-up data is
 */
record MiniwobSource(BenchmarkFolder folder) implements BrowserTaskSource {

    public static final String OPTION = "miniwob";
    private static final String VARIABLE = "MINIWOB_URL";
    private static final String HTML = ".html";

    /** The task's text before the agent sees the goal, which is made with the page. */
    private static final String QUESTION = "Do what the goal of the page asks for.";

    private static final String ALL = "all";
    private static final String TINY = "tiny";

    @Override
    public String prefix() {
        return "miniwob.";
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        String name = id.substring(prefix().length());
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw new BrowserException("there is no MiniWoB task '" + id + "'; names are like miniwob.click-dialog");
        }
        Optional<Path> pages = pages(options);
        String url;
        if (pages.isPresent()) {
            Path file = pages.get().resolve(name + HTML);
            if (!Files.isRegularFile(file)) {
                throw new BrowserException("there is no MiniWoB task '" + id + "': no " + name + HTML + " in "
                        + pages.get() + suggestion(name, pages.get()));
            }
            url = file.toUri().toString();
        } else {
            url = address().orElseThrow(() -> missing("the task '" + id + "'")) + name + HTML;
        }
        return new MiniwobTask(url, name, BrowserTasks.seed(description));
    }

    private static Optional<String> address() {
        return Optional.ofNullable(System.getenv(VARIABLE))
                .filter(url -> !url.isBlank())
                .map(url -> url.endsWith("/") ? url : url + "/");
    }

    private static BrowserException missing(String who) {
        return new BrowserException(
                who + " needs MiniWoB's HTML, which is not here. 'guerdon setup miniwob' fetches it,"
                        + " or takes it from a folder with --from DIR; " + VARIABLE + " names its address");
    }

    /** Returns the folder of the pages: the option's, the variable's, or the one that was set up. */
    private Optional<Path> pages(Map<String, String> options) {
        String given = options.get(OPTION);
        if (given != null) {
            Path root = Path.of(given).toAbsolutePath().normalize();
            return Optional.of(BenchmarkFolder.pages(root)
                    .orElseThrow(() -> new BrowserException("expected MiniWoB's HTML in " + root
                            + ", found no click-test.html in it or in its folder html/miniwob")));
        }
        Optional<String> address = address();
        return address.isPresent() ? address.flatMap(MiniwobSource::local) : folder.miniwobPages();
    }

    /** Returns the folder that an address of a file leads to. */
    private static Optional<Path> local(String address) {
        try {
            return address.startsWith("file:")
                    ? Optional.of(Path.of(URI.create(address))).filter(Files::isDirectory)
                    : Optional.empty();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }

    private static String suggestion(String name, Path folder) {
        List<String> near = NameRules.suggest(
                name,
                MiniwobBenchmark.tasks(folder).stream()
                        .map(task -> task.substring("miniwob.".length()))
                        .toList());
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    /**
     * Returns the tasks of a split: none or {@code all} for the 125 of the benchmark, {@code tiny} for the two with which the reference tries
     * out whether everything works.
     */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        boolean asked = BrowserTasks.asksFor(this, options);
        boolean tiny = asked && split.equals(TINY);
        if (!tiny && !split.isEmpty() && !split.equals("miniwob") && !(asked && split.equals(ALL))) {
            if (asked) {
                throw new BrowserException("MiniWoB has no split '" + split + "', only " + ALL + " and " + TINY
                        + NameRules.didYouMean(split, List.of(ALL, TINY)));
            }
            return Stream.empty();
        }
        if (!asked && !options.containsKey(OPTION)) {
            return Stream.empty(); // a list of all tasks has only those that need nothing
        }
        Path pages = pages(options)
                .orElseThrow(() -> address().isPresent()
                        ? new BrowserException(
                                "the tasks of MiniWoB can be listed from a folder only, found the address "
                                        + address().get() + " in " + VARIABLE
                                        + "; give the folder with --option miniwob=DIR")
                        : missing("the suite"));
        List<String> tasks = MiniwobBenchmark.tasks(pages);
        Map<String, List<Integer>> seeds = tiny ? MiniwobBenchmark.tinySeeds() : MiniwobBenchmark.seeds(tasks);
        return tasks.stream()
                .filter(seeds::containsKey)
                .map(task -> BrowserTasks.described(
                        task, QUESTION, Map.of(BrowserTasks.SEEDS, seeds.getOrDefault(task, List.of()))));
    }

    /** A task of MiniWoB++, seeded as BrowserGym seeds it. Every positive raw reward counts as success; the raw one is in the info. */
    static final class MiniwobTask implements BrowserTask {

        private static final int MOST_EPISODE_MILLIS = 1_000_000;
        private static final double SCALE = 1.5;
        private static final String STATE =
                "() => ({ REWARD_GLOBAL: WOB_REWARD_GLOBAL, RAW_REWARD_GLOBAL: WOB_RAW_REWARD_GLOBAL,"
                        + " REWARD_REASON: WOB_REWARD_REASON, DONE_GLOBAL: WOB_DONE_GLOBAL, EPISODE_ID: WOB_EPISODE_ID,"
                        + " TASK_READY: WOB_TASK_READY })";
        private static final String BEGIN = "([seed, time]) => { Math.seedrandom(seed); core.EPISODE_MAX_TIME = time;"
                + " core.startEpisodeReal(); }";
        private static final String GOAL =
                "() => { const said = core.getUtterance(); return typeof said === 'string' ? said : said.utterance; }";

        /** The tasks whose goal has a picture in it, with the script that says in words what it shows, as BrowserGym does. */
        private static final Map<String, InjectedScripts> PICTURED =
                Map.of("click-menu-2", InjectedScripts.MINIWOB_MENU, "use-colorwheel-2", InjectedScripts.MINIWOB_COLOR);

        private final String url;
        private final String name;
        private final int seed;
        private Optional<BrowserPage> page = Optional.empty();

        /**
         * @param url the task's HTML
         * @param name the task's name
         * @param seed the seed of the episode, from which the seed of the page's random numbers is drawn
         */
        MiniwobTask(String url, String name, int seed) {
            this.url = url;
            this.name = name;
            this.seed = seed;
        }

        @Override
        public BrowserNeeds needs() {
            return BrowserNeeds.standard().withViewport(332, 214).withScale(SCALE);
        }

        @Override
        public Start setup(BrowserPage opened) {
            page = Optional.of(opened);
            opened.navigate(url);
            InjectedScripts pictured = PICTURED.get(name);
            if (pictured != null) {
                opened.evaluate(pictured.text());
            }
            opened.evaluate(InjectedScripts.MINIWOB.text());
            opened.evaluate(BEGIN, List.of(MiniwobBenchmark.pageSeed(seed), MOST_EPISODE_MILLIS));
            opened.waitFor("() => WOB_TASK_READY === true");
            return Start.of(CdpValues.text(opened.evaluate(GOAL)));
        }

        @Override
        public Verdict validate(BrowserPage active, List<ChatMessage> chat) {
            if (!page.equals(Optional.of(active))) {
                return lost("invalid page, terminating task");
            }
            if (!active.url().equals(url)) {
                return lost("invalid url, terminating task");
            }
            Map<String, @Nullable Object> info = new LinkedHashMap<>();
            CdpValues.object(active.evaluate(STATE)).forEach((name, value) -> info.put(String.valueOf(name), value));
            return new Verdict(
                    CdpValues.number(info.get("RAW_REWARD_GLOBAL")) > 0 ? 1 : 0,
                    Boolean.TRUE.equals(info.get("DONE_GLOBAL")),
                    "",
                    info);
        }

        private static Verdict lost(String why) {
            return new Verdict(0, true, "", Map.of("error", why));
        }
    }

    /** MiniWoB as BrowserGym's benchmark has it: which tasks, and with which seeds. */
    static final class MiniwobBenchmark {

        /**
         * The seeds of benchmarks are below this. The reference wrote {@code 2 ^ 32}, which in Python is 34 and not a power; its
         * published results have these seeds.
         */
        private static final int SEEDS = 34;

        private static final int GENERATOR_SEED = 42;
        private static final int PAGE_SEEDS = 1_000_000;
        private static final int REPEATS = 5;
        private static final int TINY_REPEATS = 2;

        /** Pages that the reference has no task for: most want the pointer to move while time goes by. */
        private static final Set<String> LEFT_OUT = Set.of(
                "miniwob.button-delay",
                "miniwob.chase-circle",
                "miniwob.hover-shape",
                "miniwob.moving-items",
                "miniwob.simon-says");

        /** Returns the seeds of each task, one for each of its repeats. */
        static Map<String, List<Integer>> seeds(List<String> tasks) {
            return seeds(tasks, REPEATS);
        }

        /** Returns the seeds of the two tasks to try out whether everything works. */
        static Map<String, List<Integer>> tinySeeds() {
            return seeds(List.of("miniwob.click-dialog", "miniwob.click-checkboxes"), TINY_REPEATS);
        }

        private static Map<String, List<Integer>> seeds(List<String> tasks, int repeats) {
            NumpyRandom random = new NumpyRandom(GENERATOR_SEED);
            Map<String, List<Integer>> seeds = new LinkedHashMap<>();
            for (String task : tasks) {
                seeds.put(
                        task,
                        IntStream.range(0, repeats)
                                .mapToObj(repeat -> random.below(SEEDS))
                                .toList());
            }
            return seeds;
        }

        /** Returns the ids of the benchmark's tasks in MiniWoB's {@code html/miniwob} folder, in alphabetical order. */
        static List<String> tasks(Path folder) {
            try (Stream<Path> files = Files.list(folder)) {
                List<String> tasks = files.map(BenchmarkFolder::taskOf)
                        .filter(name -> !name.isEmpty())
                        .map(name -> "miniwob." + name)
                        .filter(task -> !LEFT_OUT.contains(task))
                        .sorted()
                        .toList();
                if (tasks.isEmpty()) {
                    throw new GuerdonException(
                            "no task pages (*.html) in " + folder + "; expected MiniWoB's html/miniwob folder");
                }
                return tasks;
            } catch (IOException e) {
                throw new GuerdonException("could not list MiniWoB's tasks in " + folder + ": " + e, e);
            }
        }

        /** Returns what {@code Math.seedrandom} of a page is given for a task's seed. */
        static int pageSeed(int taskSeed) {
            return new NumpyRandom(taskSeed).below(PAGE_SEEDS);
        }
    }
}
