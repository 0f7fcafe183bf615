package dev.guerdon.browser.task;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import dev.guerdon.browser.benchmark.BenchmarkFolder;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All kinds of browser tasks, by what their ids begin with. */
@Internal
public final class BrowserTasks {

    public static final String TASK_ID = "task_id";
    public static final String START_URL = "start_url";
    public static final String GOAL = "goal";
    public static final String SEED = "seed";
    public static final String OPEN_ENDED = "openended";

    /** The field that says which of a task's rollouts this is, from 0. */
    public static final String REPEAT = "repeat";

    /** The option that names the kind of tasks to list. */
    public static final String KIND = "kind";

    private final Supplier<List<BrowserTaskSource>> sources;

    /**
     * @param sources all kinds of tasks, asked for when they are needed
     */
    public BrowserTasks(Supplier<List<BrowserTaskSource>> sources) {
        this.sources = sources;
    }

    /**
     * The kinds of tasks that this module brings.
     *
     * @param formats has the formats that files of rows may have
     * @param folder where set-up data is
     */
    public static List<BrowserTaskSource> own(Catalogue formats, BenchmarkFolder folder) {
        return List.of(new MiniwobSource(folder), new AssistantBenchSource(formats, folder));
    }

    /** The standard rules of the web, which also allow the hosts that tasks bring with them. */
    public WebRules rules() {
        WebRules rules = WebRules.standard();
        for (BrowserTaskSource source : sources.get()) {
            for (String host : source.ownHosts()) {
                rules = rules.allowing(host);
            }
        }
        return rules;
    }

    /** The task that a description names in its field {@code task_id}, or else with its id. */
    public BrowserTask create(Task description, Map<String, String> options) {
        String id = description.field(TASK_ID).map(Json::asString).orElse(description.id());
        if (id.equals(OPEN_ENDED)) {
            String url = description
                    .field(START_URL)
                    .map(Json::asString)
                    .orElseThrow(() -> new BrowserException(
                            "the task openended needs the field 'start_url'; task " + description.id() + " has: "
                                    + String.join(", ", description.fields().keySet())));
            return new OpenEndedTask(
                    url, description.field(GOAL).map(Json::asString).orElse(""));
        }
        for (BrowserTaskSource source : sources.get()) {
            if (id.startsWith(source.prefix())) {
                try {
                    return source.create(id, description, options);
                } catch (BrowserException e) {
                    throw e;
                } catch (GuerdonException e) {
                    throw new BrowserException(String.valueOf(e.getMessage()), e);
                }
            }
        }
        throw new BrowserException("there is no browser task '" + id + "'; there are " + OPEN_ENDED + " (with --url), "
                + String.join(
                        ", ",
                        sources.get().stream()
                                .map(source -> source.prefix() + "*")
                                .toList()));
    }

    /** The tasks of a split: of the kind that the options name, else of all kinds. */
    public Stream<Task> tasks(String split, Map<String, String> options) {
        String kind = options.get(KIND);
        if (kind != null) {
            List<String> names =
                    sources.get().stream().map(BrowserTaskSource::name).toList();
            return sources.get().stream()
                    .filter(source -> source.name().equals(kind))
                    .findFirst()
                    .orElseThrow(() -> new BrowserException("there is no kind of browser tasks '" + kind
                            + "'; there are " + String.join(", ", names) + Names.didYouMean(kind, names)))
                    .tasks(split, options);
        }
        return sources.get().stream().flatMap(source -> source.tasks(split, options));
    }

    /** A description with the id of a task and further fields. */
    public static Task described(String id, String question, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(TASK_ID, id);
        fields.putAll(more);
        return Task.of(id, question, fields);
    }

    static int seed(Task description) {
        return description.field(SEED).map(Json::asInt).orElse(0);
    }

    /** Which of its task's rollouts a description is for: its field says so, or else its id, which may be a rollout's. */
    static int repeat(Task description) {
        String id = description.id();
        String tail = id.substring(id.lastIndexOf('#') + 1);
        return description
                .field(REPEAT)
                .map(Json::asInt)
                .orElse(tail.length() < id.length() && tail.matches("[0-9]{1,9}") ? Integer.parseInt(tail) : 0);
    }

    /** Whether options ask for the tasks of this kind, and of no other. */
    static boolean asksFor(BrowserTaskSource source, Map<String, String> options) {
        return source.name().equals(options.get(KIND));
    }
}
