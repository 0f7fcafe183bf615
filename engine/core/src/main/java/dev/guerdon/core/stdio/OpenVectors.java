package dev.guerdon.core.stdio;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.core.VectorEnvironment.AutoReset;
import dev.guerdon.core.VectorEnvironment.Settings;
import dev.guerdon.core.base.NameRules;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The environments that the client has open, many of one kind behind each handle. */
final class OpenVectors {

    private static final int MAX_ENVIRONMENTS = 16_384;
    private static final int MAX_VECTORS = 1024;
    private static final int MAX_TASKS = 1000;
    private static final int SHOWN = 10;

    private final Supplier<EngineCatalogue> entered;
    private final Map<Integer, OpenVector> open = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /**
     * @param entered what there is, held until {@link EngineCatalogue#leave}
     */
    OpenVectors(Supplier<EngineCatalogue> entered) {
        this.entered = entered;
    }

    int size() {
        return open.size();
    }

    /** Returns what can be opened. */
    Map<String, @Nullable Object> environments() {
        return during(registry -> Map.of("environments", environments(registry)));
    }

    private <T> T during(Function<Registry, T> work) {
        EngineCatalogue now = entered.get();
        try {
            return work.apply(now.registry());
        } finally {
            now.leave();
        }
    }

    private static List<Map<String, Object>> environments(Registry registry) {
        return registry.environments().stream()
                .map(provider -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    map.put("name", provider.name());
                    map.put("summary", provider.description());
                    map.put(
                            "options",
                            provider.options().stream().map(OpenVectors::option).toList());
                    return map;
                })
                .toList();
    }

    private static Map<String, Object> option(EnvironmentProvider.Option option) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", option.name());
        map.put("value", option.value());
        map.put("summary", option.description());
        return map;
    }

    /** Opens environments. They begin with the first reset. */
    Map<String, @Nullable Object> open(RequestMembers query) {
        query.only("environment", "options", "n", "seed", "auto_reset", "tasks", "split", "deadline", "threads");
        EngineCatalogue now = entered.get();
        boolean opened = false;
        try {
            Map<String, @Nullable Object> answer = open(query, now);
            opened = true;
            return answer;
        } finally {
            if (!opened) {
                now.leave();
            }
        }
    }

    private Map<String, @Nullable Object> open(RequestMembers query, EngineCatalogue now) {
        EnvironmentProvider provider = now.registry().environment(query.text("environment"));
        Map<String, String> options = options(provider, query);
        int n = (int) within(query, "n", 1, 1, MAX_ENVIRONMENTS);
        if (open.size() >= MAX_VECTORS) {
            throw new RequestRefusal(
                    RequestRefusal.BUSY,
                    "at most " + MAX_VECTORS + " vectors of environments are open at once; close some");
        }
        int threads = (int) within(query, "threads", Runtime.getRuntime().availableProcessors(), 0, MAX_ENVIRONMENTS);
        Settings settings = Settings.standard()
                .withThreads(threads)
                .withAutoReset(autoReset(query))
                .withDeadline(deadline(query));
        VectorTasks playlist = playlist(provider, options, query);
        OpenVector vector = new OpenVector(
                new VectorEnvironment(() -> provider.open(options), n, settings),
                wanted ->
                        playlist(provider, options, query.optionalText("split").orElse(""), wanted),
                playlist,
                query.whole("seed").orElse(null),
                now::leave);
        int handle = last.incrementAndGet();
        open.put(handle, vector);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("handle", handle);
        answer.put("n", n);
        return answer;
    }

    private static long within(RequestMembers query, String name, long missing, long least, long most) {
        long value = query.whole(name).orElse(missing);
        if (value < least || value > most) {
            throw RequestRefusal.bad(
                    "'" + query.what() + "' expects '" + name + "' from " + least + " to " + most + ", found " + value);
        }
        return value;
    }

    private static Map<String, String> options(EnvironmentProvider provider, RequestMembers query) {
        Map<String, String> options = query.options("options");
        List<String> known = provider.options().stream()
                .map(EnvironmentProvider.Option::name)
                .toList();
        for (String name : options.keySet()) {
            if (!known.contains(name)) {
                throw RequestRefusal.bad("the environment '" + provider.name() + "' has no option '" + name + "'"
                        + NameRules.didYouMean(name, known) + "; it has: " + String.join(", ", known));
            }
        }
        return Map.copyOf(options);
    }

    private static AutoReset autoReset(RequestMembers query) {
        String mode = query.optionalText("auto_reset").orElse("next_step");
        for (AutoReset each : AutoReset.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(mode)) {
                return each;
            }
        }
        throw RequestRefusal.bad(
                "'open' expects next_step, same_step or disabled as 'auto_reset', found '" + mode + "'");
    }

    private static Duration deadline(RequestMembers query) {
        Duration standard = Settings.standard().deadline();
        Json given = query.find("deadline").orElse(null);
        if (given == null) {
            return standard;
        }
        double seconds = given.isNumber() ? given.asDouble() : Double.NaN;
        if (!(seconds > 0) || seconds > 1e9) {
            throw query.wrong("deadline", "a number of seconds above 0");
        }
        return Duration.ofNanos(Math.max(1, (long) (seconds * 1e9)));
    }

    /**
     * Returns what is played: the tasks that are named, in turn; else, by the seeds, those of a split, or what the options describe. Where there are
     * no options and seeds draw nothing, the bundled tasks.
     */
    private static VectorTasks playlist(
            EnvironmentProvider provider, Map<String, String> options, RequestMembers query) {
        String split = query.optionalText("split").orElse("");
        List<Json> named = query.list("tasks").orElse(null);
        if (named != null) {
            return playlist(provider, options, split, named);
        }
        boolean described = query.find("split").isEmpty();
        if (!described || (options.isEmpty() && !draws(provider))) {
            try (Stream<Task> all = provider.tasks(split, options)) {
                List<Task> found = all.toList();
                if (!found.isEmpty()) {
                    return VectorTasks.of(found, true);
                }
            }
            if (!described) {
                throw RequestRefusal.bad("the split '" + split + "' has no tasks");
            }
        }
        // Wrong options are refused now.
        var unused = provider.task(options, query.whole("seed").orElse(0L));
        return new VectorTasks(List.of(seed -> provider.task(options, seed)), true);
    }

    private static boolean draws(EnvironmentProvider provider) {
        return !provider.task(Map.of(), 0)
                .id()
                .equals(provider.task(Map.of(), 1).id());
    }

    /** Tasks by their ids, or as objects with their fields; null for what the options describe, and the seed draws. */
    private static VectorTasks playlist(
            EnvironmentProvider provider, Map<String, String> options, String split, List<Json> wanted) {
        if (wanted.isEmpty()) {
            throw RequestRefusal.bad("'tasks' is empty; name at least one, or leave it out");
        }
        Map<String, Optional<Task>> byId = new LinkedHashMap<>();
        wanted.stream().filter(Json::isString).forEach(id -> byId.put(id.asString(), Optional.empty()));
        if (!byId.isEmpty()) {
            try (Stream<Task> all = provider.tasks(split, options)) {
                all.filter(task -> byId.containsKey(task.id())).forEach(task -> byId.put(task.id(), Optional.of(task)));
            }
        }
        return new VectorTasks(
                wanted.stream()
                        .<LongFunction<Task>>map(one -> {
                            if (one.isNull()) {
                                return seed -> provider.task(options, seed);
                            }
                            Task task = named(provider, options, split, one, byId);
                            return seed -> task;
                        })
                        .toList(),
                false);
    }

    private static Task named(
            EnvironmentProvider provider,
            Map<String, String> options,
            String split,
            Json one,
            Map<String, Optional<Task>> byId) {
        if (one.isObject()) {
            Map<String, @Nullable Object> fields = one.asMap();
            Object id = fields.getOrDefault("id", fields.getOrDefault("task_id", "stdio"));
            return new Task(String.valueOf(id), List.of(), fields);
        }
        if (!one.isString()) {
            throw RequestRefusal.bad(
                    "expected ids of tasks, or objects with their fields, in 'tasks', found " + one.kind());
        }
        return byId.getOrDefault(one.asString(), Optional.empty())
                .orElseThrow(() -> unknown(provider, options, split, one.asString()));
    }

    private static RequestRefusal unknown(
            EnvironmentProvider provider, Map<String, String> options, String split, String id) {
        try (Stream<Task> tasks = provider.tasks(split, options)) {
            return RequestRefusal.bad(
                    "there is no task '" + id + "'" + (split.isEmpty() ? "" : " in the split '" + split + "'")
                            + "; the first ones are: "
                            + String.join(", ", tasks.limit(SHOWN).map(Task::id).toList()));
        }
    }

    /** Returns the ids of tasks, some at a time. */
    Map<String, @Nullable Object> tasks(RequestMembers query) {
        query.only("environment", "options", "split", "from", "count");
        return during(registry -> tasks(query, registry.environment(query.text("environment"))));
    }

    private static Map<String, @Nullable Object> tasks(RequestMembers query, EnvironmentProvider provider) {
        long from = within(query, "from", 0, 0, Long.MAX_VALUE);
        int count = (int) within(query, "count", MAX_TASKS, 1, MAX_TASKS);
        try (Stream<Task> tasks = provider.tasks(query.optionalText("split").orElse(""), options(provider, query))) {
            List<String> ids = tasks.skip(from).limit(count + 1L).map(Task::id).toList();
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("tasks", ids.subList(0, Math.min(count, ids.size())));
            answer.put("next", ids.size() > count ? from + count : null);
            return answer;
        }
    }

    /** Returns the vector behind the handle of a request. */
    OpenVector of(RequestMembers query) {
        int handle = (int) within(query, "handle", 0, 0, Integer.MAX_VALUE);
        OpenVector vector = open.get(handle);
        if (vector == null) {
            throw unknownHandle(handle);
        }
        return vector;
    }

    Map<String, @Nullable Object> close(RequestMembers query) {
        query.only("handle");
        int handle = (int) within(query, "handle", 0, 0, Integer.MAX_VALUE);
        OpenVector vector = open.remove(handle);
        if (vector == null) {
            throw unknownHandle(handle);
        }
        vector.close();
        return Map.of();
    }

    void close() {
        open.keySet().forEach(handle -> {
            OpenVector vector = open.remove(handle);
            if (vector != null) {
                vector.close();
            }
        });
    }

    private static RequestRefusal unknownHandle(int handle) {
        return new RequestRefusal(
                RequestRefusal.UNKNOWN_HANDLE,
                "there are no environments with the handle " + handle + "; 'open' gives one, 'close' ends it");
    }
}
