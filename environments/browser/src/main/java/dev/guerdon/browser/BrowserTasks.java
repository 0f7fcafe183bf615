package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.Task;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.core.base.NameRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All kinds of browser tasks, by what their ids begin with.
 *
 * @param sources all kinds of tasks, asked for when they are needed
 */
record BrowserTasks(Supplier<List<BrowserTaskSource>> sources) {

    public static final String TASK_ID = "task_id";
    public static final String START_URL = "start_url";
    public static final String GOAL = "goal";
    public static final String SEED = "seed";

    /** The field with the seeds of a task's rollouts in a benchmark, by their number; those beyond them draw their own. */
    static final String SEEDS = "seeds";

    public static final String OPEN_ENDED = "openended";

    /** The field that says which of a task's rollouts this is, from 0. */
    public static final String REPEAT = "repeat";

    /** The option that names the kind of tasks to list. */
    public static final String KIND = "kind";

    /**
     * Returns the kinds of tasks that this module brings.
     *
     * @param formats has the formats that files of rows may have
     * @param folder where set-up data is
     */
    public static List<BrowserTaskSource> own(Catalogue formats, BenchmarkFolder folder) {
        return List.of(new MiniwobSource(folder), new AssistantBenchSource(formats, folder));
    }

    /** Returns the standard rules of the web, which also allow the hosts that tasks bring with them. */
    public WebRules rules() {
        WebRules rules = WebRules.standard();
        for (BrowserTaskSource source : sources.get()) {
            for (String host : source.ownHosts()) {
                rules = rules.allowing(host);
            }
        }
        return rules;
    }

    /** Returns the task that a description names in its field {@code task_id}, or else with its id. */
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

    /** Returns the tasks of a split: of the kind that the options name, else of all kinds. */
    public Stream<Task> tasks(String split, Map<String, String> options) {
        String kind = options.get(KIND);
        if (kind != null) {
            List<String> names =
                    sources.get().stream().map(BrowserTaskSource::name).toList();
            return sources.get().stream()
                    .filter(source -> source.name().equals(kind))
                    .findFirst()
                    .orElseThrow(() -> new BrowserException("there is no kind of browser tasks '" + kind
                            + "'; there are " + String.join(", ", names) + NameRules.didYouMean(kind, names)))
                    .tasks(split, options);
        }
        return sources.get().stream().flatMap(source -> source.tasks(split, options));
    }

    /** Returns a description with the id of a task and further fields. */
    public static Task described(String id, String question, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(TASK_ID, id);
        fields.putAll(more);
        return Task.of(id, question, fields);
    }

    static int seed(Task description) {
        return description.field(SEED).map(Json::asInt).orElse(0);
    }

    /**
     * Returns the description with its seed: what its field {@code seed} names; else, for a numbered rollout of a benchmark, the
     * benchmark's; else the one that is given; else the benchmark's first.
     */
    public static Task seeded(Task description, @Nullable Long given) {
        if (description.field(SEED).isPresent()) {
            return description;
        }
        OptionalInt numbered = rollout(description);
        List<Json> listed = description.field(SEEDS).map(Json::asList).orElse(List.of());
        int number = numbered.orElse(0);
        Integer seed = null;
        if (number < listed.size() && (numbered.isPresent() || given == null)) {
            seed = listed.get(number).asInt();
        } else if (given != null) {
            seed = (int) Math.floorMod(given, 1L << 31);
        }
        if (seed == null) {
            return description;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(description.fields());
        fields.put(SEED, seed);
        return new Task(description.id(), description.messages(), fields);
    }

    /** Returns which of its task's rollouts a description is for; the first where nothing says. */
    static int repeat(Task description) {
        return rollout(description).orElse(0);
    }

    /** Returns the number of a rollout: the description's field has it, or else its id, which may be a rollout's. */
    private static OptionalInt rollout(Task description) {
        Json field = description.field(REPEAT).orElse(null);
        if (field != null) {
            return OptionalInt.of(field.asInt());
        }
        String id = description.id();
        String tail = id.substring(id.lastIndexOf('#') + 1);
        return tail.length() < id.length() && tail.matches("[0-9]{1,9}")
                ? OptionalInt.of(Integer.parseInt(tail))
                : OptionalInt.empty();
    }

    /** Returns whether options ask for the tasks of this kind, and of no other. */
    static boolean asksFor(BrowserTaskSource source, Map<String, String> options) {
        return source.name().equals(options.get(KIND));
    }
}
