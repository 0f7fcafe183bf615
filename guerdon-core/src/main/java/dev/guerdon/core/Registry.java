package dev.guerdon.core;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Tool;
import dev.guerdon.base.Names;
import dev.guerdon.core.registry.AnnotatedMethods;
import dev.guerdon.core.registry.CompiledClass;
import dev.guerdon.core.registry.ExtensionKind;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.RewardName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue: the rewards, tools, environments, policies, agents, suites and all other extensions there are, by name.
 *
 * <p>Names are compared without regard to case. A name that is taken is refused with both origins named. A plugin whose descriptor says
 * what it brings is installed when one of its names is first looked up, or when everything of such a kind is listed; every other
 * plugin is installed at once. Safe for use by many threads.
 */
@Experimental
public final class Registry implements Plugin.Registration, Catalogue {

    private static final String REWARD = "reward";
    private static final String TOOL = "tool";

    private record Listed(String name, Object value, String origin) {}

    private final Map<String, TreeMap<String, Listed>> listed = new HashMap<>();
    private final List<PluginDescriptor> waiting = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<CompiledClass> compiled = new ArrayList<>();
    private final List<String> classes = new ArrayList<>();
    private final PluginPath path;
    private int installing;
    private Isolation isolation = Isolation.NONE;

    public Registry() {
        this(PluginPath.NONE);
    }

    /** An empty registry for what comes from a path. */
    Registry(PluginPath path) {
        this.path = path;
    }

    /** A registry with every plugin that the class loader finds. */
    public static Registry discover(ClassLoader loader) {
        Registry registry = new Registry();
        registry.install(loader);
        return registry;
    }

    /** A registry with every plugin on the class path of Guerdon itself. */
    public static Registry discover() {
        return discover(Registry.class.getClassLoader());
    }

    /** Where what the user added comes from, for another process that is to have the same. */
    public PluginPath path() {
        return path;
    }

    /** Which rewards run in processes of their own; see {@link Scorer.Builder#isolated}. */
    public synchronized Isolation isolation() {
        return isolation;
    }

    /** Decides which rewards run in processes of their own, for all that score with this catalogue. */
    public synchronized void isolate(Isolation isolation) {
        this.isolation = isolation;
    }

    /** Keeps classes for processes that are to have the same. */
    synchronized void remember(List<CompiledClass> fresh) {
        compiled.addAll(fresh);
    }

    synchronized List<CompiledClass> compiled() {
        return List.copyOf(compiled);
    }

    /** The classes with rewards that a program registered itself, by name. */
    synchronized List<String> classes() {
        return List.copyOf(classes);
    }

    /**
     * Adds every plugin that the class loader finds.
     *
     * @return how many there are
     */
    public synchronized int install(ClassLoader loader) {
        List<PluginDescriptor> found = PluginDescriptor.of(loader);
        for (PluginDescriptor plugin : found) {
            if (plugin.canWait()) {
                refuseTaken(plugin);
                waiting.add(plugin);
            } else {
                install(plugin);
            }
        }
        return found.size();
    }

    private void refuseTaken(PluginDescriptor plugin) {
        plugin.names()
                .forEach((kind, names) -> names.forEach((lower, name) -> {
                    for (PluginDescriptor other : waiting) {
                        if (other.brings(kind, lower)) {
                            throw taken(kind, name, other.type(), plugin.type());
                        }
                    }
                    Listed other = listed.getOrDefault(kind, new TreeMap<>()).get(lower);
                    if (other != null) {
                        throw taken(kind, name, other.origin, plugin.type());
                    }
                }));
    }

    private void install(PluginDescriptor plugin) {
        Plugin created = plugin.create();
        installing++;
        try {
            created.install(this);
        } catch (GuerdonException e) {
            throw e;
        } catch (Throwable e) {
            throw plugin.failed(e);
        } finally {
            installing--;
        }
    }

    /** Installs the waiting plugins that bring this name. */
    private void install(String kind, String lowerName) {
        for (PluginDescriptor plugin : List.copyOf(waiting)) {
            if (plugin.brings(kind, lowerName) && waiting.remove(plugin)) {
                install(plugin);
            }
        }
    }

    /** Installs the waiting plugins that bring anything of a kind. */
    private void install(String kind) {
        for (PluginDescriptor plugin : List.copyOf(waiting)) {
            if (plugin.names().containsKey(kind) && waiting.remove(plugin)) {
                install(plugin);
            }
        }
    }

    @Override
    public synchronized void rewards(Object classOrInstance) {
        for (Method method : AnnotatedMethods.of(classOrInstance, Reward.class)) {
            Reward annotation = method.getAnnotation(Reward.class);
            add(RewardEntry.of(method, annotation, AnnotatedMethods.receiver(method, classOrInstance)));
        }
        if (installing == 0 && classOrInstance instanceof Class<?> type && !PluginLoader.has(type)) {
            classes.add(type.getName());
        }
    }

    @Override
    public void reward(String name, RewardFunction function) {
        add(RewardEntry.of(name, function));
    }

    /** Adds an entry, such as a composite. */
    public void add(RewardEntry entry) {
        put(REWARD, new Listed(entry.name(), entry, entry.origin()));
    }

    @Override
    public synchronized void tools(Object classOrInstance) {
        for (Method method : AnnotatedMethods.of(classOrInstance, Tool.class)) {
            Object receiver = AnnotatedMethods.receiver(method, classOrInstance);
            ToolEntry entry = ToolEntry.of(method, method.getAnnotation(Tool.class), receiver);
            put(TOOL, new Listed(entry.name(), entry, entry.origin()));
        }
    }

    @Override
    public void add(Extension extension) {
        String kind = ExtensionKind.of(extension).name();
        put(kind, new Listed(extension.name(), extension, PluginLoader.origin(extension.getClass())));
    }

    private synchronized void put(String kind, Listed entry) {
        if (entry.name.isBlank()) {
            throw new GuerdonException("a " + shown(kind) + " needs a name; " + entry.origin + " has none");
        }
        if (kind.equals(REWARD) && (entry.name.contains("(") || entry.name.contains(","))) {
            throw new GuerdonException("the reward name '" + entry.name + "' of " + entry.origin
                    + " has a bracket or comma, which stand for options and for several rewards; choose another name");
        }
        String lower = entry.name.toLowerCase(Locale.ROOT);
        install(kind, lower);
        Listed earlier = listed.computeIfAbsent(kind, any -> new TreeMap<>()).putIfAbsent(lower, entry);
        if (earlier != null) {
            throw taken(kind, entry.name, earlier.origin, entry.origin);
        }
        added.add(entry.name);
    }

    private static GuerdonException taken(String kind, String name, String first, String second) {
        return new GuerdonException("the " + shown(kind) + " name '" + name + "' is taken twice: by " + first
                + " and by " + second + "; rename one of them");
    }

    private static String shown(String kind) {
        return kind.replace('-', ' ');
    }

    @Override
    public Catalogue catalogue() {
        return this;
    }

    @Override
    public <E extends Extension> E find(Class<E> kind, String name) {
        ExtensionKind of = ExtensionKind.of(kind);
        return kind.cast(find(of.name(), of.listCommand(), name));
    }

    @Override
    public <E extends Extension> List<E> all(Class<E> kind) {
        return all(ExtensionKind.of(kind).name()).stream().map(kind::cast).toList();
    }

    /** The names of all extensions of a kind; loads none of them. */
    public List<String> names(Class<? extends Extension> kind) {
        return names(ExtensionKind.of(kind).name());
    }

    /** Whether there is an extension of this name; does not load it. */
    public boolean has(Class<? extends Extension> kind, String name) {
        return names(kind).stream().anyMatch(name::equalsIgnoreCase);
    }

    /**
     * A reward.
     *
     * @param name its name, with options for all samples where there are any: {@code math_equal_reward(extraction=bold)}
     */
    public RewardEntry reward(String name) {
        return reward(RewardName.of(name));
    }

    /** The rewards of lists such as {@code qa_f1_reward,math_equal_reward(digits=3)}. */
    public List<RewardEntry> rewards(List<String> lists) {
        return lists.stream()
                .flatMap(list -> rewardNamesIn(list).stream())
                .map(this::reward)
                .toList();
    }

    /** The names in a list such as {@code qa_f1_reward,math_equal_reward(digits=3)}. */
    public static List<String> rewardNamesIn(String list) {
        return RewardName.parts(list).stream().map(String::strip).toList();
    }

    /** A reward with options for all samples. */
    public RewardEntry reward(String name, Map<String, ? extends @Nullable Object> options) {
        return reward(new RewardName(name, new LinkedHashMap<>(options)));
    }

    private RewardEntry reward(RewardName written) {
        if (written.name().equals(Composite.RECIPE)) {
            return Composite.recipe(this, written.unmapped()).mapped(written.map());
        }
        RewardEntry plain = (RewardEntry) find(REWARD, "guerdon rewards", written.name());
        boolean mapped = !plain.optionNames().contains(RewardName.MAP);
        RewardEntry entry = plain.with(mapped ? written.unmapped() : written);
        if (entry != plain && !plain.isForeign()) {
            entry.checkAgainst(plain);
        }
        return mapped ? entry.mapped(written.map()) : entry;
    }

    /**
     * Rewards for samples that have their fields under other names.
     *
     * @param entries rewards of this catalogue; each is given those names that it reads
     * @param names the name in the sample by the name that a reward asks for
     * @throws GuerdonException where a name is one that no reward reads
     */
    public List<RewardEntry> mapped(List<RewardEntry> entries, Map<String, String> names) {
        for (String field : names.keySet()) {
            if (entries.stream().noneMatch(entry -> entry.reads(field))) {
                entries.getFirst().mapped(Map.of(field, field)); // has the words for it
            }
        }
        return entries.stream()
                .map(entry -> {
                    Map<String, String> own = new LinkedHashMap<>(names);
                    own.keySet().removeIf(field -> !entry.reads(field));
                    return own.isEmpty()
                            ? entry
                            : reward(RewardName.of(entry.name()).mapped(own));
                })
                .toList();
    }

    public ToolEntry tool(String name) {
        return (ToolEntry) find(TOOL, "", name);
    }

    public EnvironmentProvider environment(String name) {
        return find(EnvironmentProvider.class, name);
    }

    public Policy policy(String name) {
        return find(Policy.class, name);
    }

    /** The names of all rewards; loads none of them that can wait. */
    public List<String> rewardNames() {
        return names(REWARD);
    }

    /** All rewards, by name. */
    public Collection<RewardEntry> rewards() {
        return all(REWARD).stream().map(RewardEntry.class::cast).toList();
    }

    public Collection<ToolEntry> tools() {
        return all(TOOL).stream().map(ToolEntry.class::cast).toList();
    }

    public Collection<EnvironmentProvider> environments() {
        return all(EnvironmentProvider.class);
    }

    public Collection<Policy> policies() {
        return all(Policy.class);
    }

    /** What was registered so far, by the names of the things, in order; without what waits. */
    synchronized List<String> added() {
        return List.copyOf(added);
    }

    private synchronized List<Object> all(String kind) {
        install(kind);
        return listed.getOrDefault(kind, new TreeMap<>()).values().stream()
                .map(Listed::value)
                .toList();
    }

    private synchronized List<String> names(String kind) {
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        listed.getOrDefault(kind, new TreeMap<>()).values().forEach(entry -> names.add(entry.name));
        waiting.forEach(plugin ->
                names.addAll(plugin.names().getOrDefault(kind, Map.of()).values()));
        return List.copyOf(names);
    }

    private synchronized Object find(String kind, String listCommand, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        install(kind, lower);
        @Nullable Listed entry = listed.getOrDefault(kind, new TreeMap<>()).get(lower);
        if (entry != null) {
            return entry.value;
        }
        List<String> known = names(kind);
        String hint = Names.didYouMean(name, known);
        if (known.isEmpty()) {
            hint = "; none is registered here, and Registry.discover() has those of Guerdon and its plugins";
        } else if (hint.isEmpty() && !listCommand.isEmpty()) {
            hint = "; '" + listCommand + "' lists what there is";
        } else if (hint.isEmpty()) {
            hint = "; there are: " + String.join(", ", known);
        }
        throw new GuerdonException("there is no " + shown(kind) + " '" + name + "'" + hint);
    }
}
