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
import dev.guerdon.core.registry.ExtensionKind;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginLoader;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
    private final PluginPath path;

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
        try {
            created.install(this);
        } catch (GuerdonException e) {
            throw e;
        } catch (Throwable e) {
            throw plugin.failed(e);
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

    public RewardEntry reward(String name) {
        return (RewardEntry) find(REWARD, "guerdon rewards", name);
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
