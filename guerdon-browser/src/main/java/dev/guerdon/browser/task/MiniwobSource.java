package dev.guerdon.browser.task;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** MiniWoB++'s tasks, from a folder with its HTML. */
@Internal
public final class MiniwobSource implements BrowserTaskSource {

    public static final String OPTION = "miniwob";
    private static final String VARIABLE = "MINIWOB_URL";
    private static final String HTML = ".html";

    /** The field with the seeds of a task's rollouts; those beyond them draw their own. */
    private static final String SEEDS = "seeds";

    /** What the agent is told before it sees the goal, which is made with the page. */
    private static final String QUESTION = "Do what the goal of the page asks for.";

    private static final String ALL = "all";
    private static final String TINY = "tiny";

    private final BenchmarkFolder folder;

    /**
     * @param folder where set-up data is
     */
    public MiniwobSource(BenchmarkFolder folder) {
        this.folder = folder;
    }

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
        return new MiniwobTask(url, name, seed(description));
    }

    /** The seed that the description gives, else that of the benchmark for this repeat, else what the rollout draws. */
    private static int seed(Task description) {
        int repeat = BrowserTasks.repeat(description);
        return description
                .field(SEEDS)
                .map(Json::asList)
                .filter(seeds -> repeat < seeds.size())
                .map(seeds -> seeds.get(repeat).asInt())
                .orElseGet(() -> BrowserTasks.seed(description));
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

    /** The folder of the pages: the option's, the variable's, or the one that was set up. */
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

    /** The folder that an address of a file leads to. */
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
        List<String> near = Names.suggest(
                name,
                BrowserBenchmarks.miniwobTasks(folder).stream()
                        .map(task -> task.substring("miniwob.".length()))
                        .toList());
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    /**
     * The tasks of a split: none or {@code all} for the 125 of the benchmark, {@code tiny} for the two with which the reference tries
     * out whether everything works.
     */
    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        boolean asked = BrowserTasks.asksFor(this, options);
        boolean tiny = asked && split.equals(TINY);
        if (!tiny && !split.isEmpty() && !split.equals("miniwob") && !(asked && split.equals(ALL))) {
            if (asked) {
                throw new BrowserException("MiniWoB has no split '" + split + "', only " + ALL + " and " + TINY
                        + Names.didYouMean(split, List.of(ALL, TINY)));
            }
            return Stream.empty();
        }
        if (!asked && !options.containsKey(OPTION)) {
            return Stream.empty(); // whoever wants the tasks that need nothing does not want these
        }
        Path pages = pages(options)
                .orElseThrow(() -> address().isPresent()
                        ? new BrowserException(
                                "the tasks of MiniWoB can be listed from a folder only, found the address "
                                        + address().get() + " in " + VARIABLE
                                        + "; give the folder with --option miniwob=DIR")
                        : missing("the suite"));
        List<String> tasks = BrowserBenchmarks.miniwobTasks(pages);
        Map<String, List<Integer>> seeds =
                tiny ? BrowserBenchmarks.miniwobTinySeeds() : BrowserBenchmarks.miniwobSeeds(tasks);
        return tasks.stream()
                .filter(seeds::containsKey)
                .map(task ->
                        BrowserTasks.described(task, QUESTION, Map.of(SEEDS, seeds.getOrDefault(task, List.of()))));
    }
}
