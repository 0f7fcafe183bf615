package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.worker.WorkerPool.DescribingWorker;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * User code that this process does not run: a worker process compiles, loads and installs it, and says what is in it.
 *
 * <p>What a worker says is data that the code may have forged: it is bounded, checked, and used for names and descriptions alone.
 */
@Internal
public final class DescribedCode implements AutoCloseable {

    /** The compiler needs this much heap, however little the workers get. */
    private static final long MIN_MEMORY_TO_COMPILE = 256L << 20;

    private static final int MAX_NAMES = 100_000;
    private static final int MAX_NAME = 1_000;

    private final PluginLoader loader;
    private final StartSettings settings;
    private final Map<String, Named> rewards = new TreeMap<>();
    private final List<PluginDescriptor> units = new ArrayList<>();
    private List<CompiledClass> compiled;
    private @Nullable DescribingWorker worker;
    private long memoryOfWorker;
    private AtomicBoolean scores = new AtomicBoolean();
    private boolean closed;

    /** A reward's name as it is written, and what brings it. */
    private record Named(String name, PluginDescriptor from) {}

    /**
     * Has a worker load code and say what is in it.
     *
     * @param loader loads in this process what only this process can use
     * @param settings for the worker; the message to it has no code yet
     * @throws GuerdonException if the code cannot be loaded; then no worker is left
     */
    public DescribedCode(
            PluginLoader loader, StartSettings settings, List<SourceFile> sources, List<CompiledClass> compiled) {
        this.loader = loader;
        this.settings = settings;
        this.compiled = compiled;
        DescribingWorker loaded = start(sources);
        try {
            read(loaded.found());
        } catch (RuntimeException e) {
            loaded.close();
            throw nonsense(e);
        }
    }

    /** Completes the first message to a worker by the code that it loads. */
    public static Map<String, Object> hello(
            Map<String, Object> rest, List<SourceFile> sources, List<CompiledClass> compiled) {
        Map<String, Object> hello = new LinkedHashMap<>(rest);
        hello.put("sources", sources.stream().map(SourceFile::save).toList());
        hello.put("compiled", compiled.stream().map(CompiledClass::save).toList());
        return hello;
    }

    /**
     * Says in a worker what it has found.
     *
     * @param brought names by kind, by what brings them
     */
    public static Map<String, Object> found(
            Map<PluginDescriptor, Map<String, Map<String, String>>> brought, List<CompiledClass> compiled) {
        List<Map<String, Object>> units = new ArrayList<>();
        brought.forEach((from, names) -> {
            Map<String, Object> brings = new LinkedHashMap<>();
            names.forEach((kind, ofKind) -> brings.put(kind, List.copyOf(ofKind.values())));
            units.add(Map.of(
                    "type",
                    from.type(),
                    "where",
                    from.where(),
                    "brings",
                    brings,
                    "unnamed",
                    List.copyOf(from.unnamed())));
        });
        return Map.of(
                "units",
                units,
                "compiled",
                compiled.stream().map(CompiledClass::save).toList());
    }

    private void read(Json found) {
        compiled = found.get("compiled").asList().stream()
                .map(CompiledClass::restore)
                .toList();
        loader.define(compiled.stream().collect(Collectors.toMap(CompiledClass::name, CompiledClass::bytes)));
        int names = 0;
        for (Json each : found.get("units").asList()) {
            PluginDescriptor unit = unit(each);
            units.add(unit);
            names += 1 + unit.names().values().stream().mapToInt(Map::size).sum();
        }
        if (rewards.size() + names > MAX_NAMES) {
            throw new IllegalArgumentException("more than " + MAX_NAMES + " names");
        }
    }

    /** Returns what brings something, with the names of what is no reward. */
    public List<PluginDescriptor> units() {
        return List.copyOf(units);
    }

    /** Returns the classes of the source files. */
    public List<CompiledClass> compiled() {
        return compiled;
    }

    private PluginDescriptor unit(Json unit) {
        Map<String, Map<String, String>> others = new LinkedHashMap<>();
        Map<String, String> ofRewards = new LinkedHashMap<>();
        unit.get("brings").asMap().forEach((kind, names) -> {
            Map<String, String> ofKind = kind.equals(PluginDescriptor.REWARD)
                    ? ofRewards
                    : others.computeIfAbsent(name(kind), any -> new LinkedHashMap<>());
            new Json(names)
                    .asList()
                    .forEach(each -> ofKind.put(name(each.asString()).toLowerCase(Locale.ROOT), each.asString()));
        });
        Set<String> unnamed = unit.get("unnamed").asList().stream()
                .map(kind -> name(kind.asString()))
                .collect(Collectors.toSet());
        PluginDescriptor from = new PluginDescriptor(
                name(unit.get("type").asString()), unit.get("where").asString(), loader, others, unnamed);
        ofRewards.forEach((lower, written) -> rewards.put(lower, new Named(written, from)));
        return from;
    }

    private static String name(String text) {
        if (text.isBlank() || text.length() > MAX_NAME) {
            throw new IllegalArgumentException("a name of " + text.length() + " characters");
        }
        return text;
    }

    private static GuerdonException nonsense(RuntimeException problem) {
        return new GuerdonException(
                "the worker process that loaded the plugins described them in a way that cannot be read ("
                        + problem.getMessage() + "); a plugin may have written to the worker's socket",
                problem);
    }

    private DescribingWorker start(List<SourceFile> sources) {
        if (closed) {
            throw new GuerdonException("the plugins are closed");
        }
        if (worker != null) {
            worker.close();
            worker = null;
        }
        AtomicBoolean onlyScores = new AtomicBoolean();
        scores = onlyScores;
        memoryOfWorker = sources.isEmpty() ? settings.memory() : Math.max(settings.memory(), MIN_MEMORY_TO_COMPILE);
        Consumer<String> output = settings.output();
        DescribingWorker started = DescribingWorker.start(new StartSettings(
                settings.mainClass(),
                hello(settings.hello(), sources, compiled),
                memoryOfWorker,
                settings.cpus(),
                settings.environment(),
                settings.startLimit(),
                line -> output.accept((onlyScores.get() ? "" : "printed while loading: ") + line),
                settings.options()));
        worker = started;
        return started;
    }

    public boolean has(String lowerName) {
        return rewards.containsKey(lowerName);
    }

    /** Returns the names of all rewards, as they are written. */
    public List<String> names() {
        return rewards.values().stream().map(Named::name).toList();
    }

    /** Returns what brings a reward. */
    public PluginDescriptor from(RewardName written) {
        Named named = rewards.get(written.name().toLowerCase(Locale.ROOT));
        if (named == null) {
            throw new GuerdonException("there is no reward '" + written.name() + "'");
        }
        return named.from();
    }

    /**
     * Has a worker load a reward and say what it reads.
     *
     * @param reader checks and keeps what it says
     * @throws GuerdonException if it cannot be loaded, or does not take the options
     */
    public synchronized <T> T describe(RewardName written, Function<Json, T> reader) {
        try {
            DescribingWorker asked = worker != null && worker.isUsable() ? worker : start(List.of());
            Json answer = asked.ask(Map.of("reward", written.text()), settings.startLimit());
            String name = answer.get("name").asString();
            if (!RewardName.of(name).name().equalsIgnoreCase(written.name())) {
                throw new IllegalArgumentException("it was asked for " + written.name());
            }
            return reader.apply(answer);
        } catch (GuerdonException e) {
            throw e;
        } catch (RuntimeException e) {
            throw nonsense(e);
        }
    }

    /** Gives the worker to a pool with these settings; returns null if there is none, or it was started with others. */
    public synchronized @Nullable DescribingWorker handOver(StartSettings wanted) {
        DescribingWorker ready = worker;
        if (ready == null
                || !ready.isUsable()
                || memoryOfWorker != wanted.memory()
                || settings.cpus() != wanted.cpus()
                || !settings.environment().equals(wanted.environment())
                || !wanted.hello().entrySet().containsAll(settings.hello().entrySet())) {
            return null;
        }
        worker = null;
        scores.set(true);
        return ready;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (worker != null) {
            worker.close();
        }
    }
}
