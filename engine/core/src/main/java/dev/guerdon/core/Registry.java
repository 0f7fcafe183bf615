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
import dev.guerdon.api.agent.Agents;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.registry.DescribedCode;
import dev.guerdon.core.registry.MethodBinding;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginDescriptor.ExtensionKind;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.RewardName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

    private static final String REWARD = PluginDescriptor.REWARD;
    private static final String TOOL = PluginDescriptor.TOOL;

    private static final int MAX_DESCRIBED = 10_000;
    private static final System.Logger LOG = System.getLogger(Registry.class.getName());

    private record Listed(
            String name,
            Object value,
            String origin,
            @Nullable PluginDescriptor from) {}

    private final Map<String, TreeMap<String, Listed>> listed = new HashMap<>();
    private final List<PluginDescriptor> waiting = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<CompiledClass> compiled = new ArrayList<>();
    private final List<String> classes = new ArrayList<>();
    private final Set<Method> registered = new HashSet<>();
    /** Methods of objects that were added as something else. */
    private final Set<Method> implied = new HashSet<>();

    private final PluginPath path;
    private @Nullable PluginDescriptor installing;
    private Isolation isolation = Isolation.NONE;
    private Consumer<String> announce = what -> {};
    private @Nullable DescribedCode described;

    /** What user code that workers have described registered when it was loaded in this process, too. */
    private final Map<String, RewardEntry> rewardsHere = new HashMap<>();

    /** Rewards that only workers load, by their names with options: the last of them that were used. */
    private final Map<String, RewardEntry> describedRewards = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RewardEntry> eldest) {
            return size() > MAX_DESCRIBED;
        }
    };

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

    /** Returns where what the user added comes from, for another process that is to have the same. */
    public PluginPath path() {
        return path;
    }

    /** Returns which rewards run in processes of their own; see {@link Scorer.Builder#isolated}. */
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
        found.forEach(this::offer);
        return found.size();
    }

    /** Installs a plugin, or has it wait until something of it is used. */
    synchronized void offer(PluginDescriptor plugin) {
        if (plugin.canWait()) {
            await(plugin);
        } else {
            install(plugin);
        }
    }

    /** Has a plugin wait until something of it is used. */
    synchronized void await(PluginDescriptor plugin) {
        refuseTaken(plugin);
        waiting.add(plugin);
    }

    /** Installs a plugin that was offered, unless it is installed. */
    synchronized void installNow(PluginDescriptor plugin) {
        if (waiting.remove(plugin)) {
            install(plugin);
        }
    }

    /** Has somebody told before user code runs while it is installed. */
    synchronized void announce(Consumer<String> listener) {
        this.announce = listener;
    }

    private void refuseTaken(PluginDescriptor plugin) {
        plugin.names()
                .forEach((kind, names) -> names.forEach((lower, name) -> {
                    checkName(kind, name, plugin.type());
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
        if (plugin.loader() instanceof PluginLoader) {
            announce.accept(plugin.activity());
        }
        Plugin created = plugin.create();
        PluginDescriptor outer = installing;
        installing = plugin;
        try {
            created.install(this);
            registerAnnotated(created);
        } catch (GuerdonException e) {
            throw e;
        } catch (Throwable e) {
            throw plugin.failed(e);
        } finally {
            installing = outer;
        }
    }

    /** The waiting plugins of some sort; those that are installed meanwhile wait no more. */
    private List<PluginDescriptor> waiting(Predicate<PluginDescriptor> which) {
        return waiting.stream().filter(which).toList();
    }

    /** Installs the waiting plugins that bring this name. */
    private void install(String kind, String lowerName) {
        waiting(plugin -> plugin.brings(kind, lowerName)).forEach(this::installNow);
    }

    /** Installs the waiting plugins that bring something of a kind whose name nobody knows, until there is one of this name. */
    private void installUnnamed(String kind, String lowerName) {
        GuerdonException problem = null;
        for (PluginDescriptor plugin : waiting(each -> each.unnamed().contains(kind))) {
            if (lookUp(kind, lowerName) == null) {
                try {
                    installNow(plugin);
                } catch (GuerdonException e) {
                    problem = problem == null ? e : problem; // it may be the one that is looked for
                }
            }
        }
        if (problem != null && lookUp(kind, lowerName) == null) {
            throw problem;
        }
    }

    private @Nullable Listed lookUp(String kind, String lowerName) {
        return listed.getOrDefault(kind, new TreeMap<>()).get(lowerName);
    }

    @Override
    public synchronized void rewards(Object classOrInstance) {
        for (Method method : MethodBinding.annotated(classOrInstance, Reward.class)) {
            if (!implied.remove(method)) {
                addReward(method, classOrInstance);
            }
        }
        if (installing == null && classOrInstance instanceof Class<?> type && !PluginLoader.has(type)) {
            classes.add(type.getName());
        }
    }

    private void addReward(Method method, Object classOrInstance) {
        Object receiver = MethodBinding.receiver(method, classOrInstance);
        add(RewardEntry.of(method, method.getAnnotation(Reward.class), receiver));
        registered.add(method);
    }

    @Override
    public void reward(String name, RewardFunction function) {
        add(RewardEntry.of(name, function));
        registerAnnotated(function);
    }

    /** Adds an entry, such as a composite. */
    public void add(RewardEntry entry) {
        put(REWARD, entry.name(), entry, entry.origin());
    }

    @Override
    public synchronized void tools(Object classOrInstance) {
        for (Method method : MethodBinding.annotated(classOrInstance, Tool.class)) {
            if (!implied.remove(method)) {
                addTool(method, classOrInstance);
            }
        }
    }

    private void addTool(Method method, Object classOrInstance) {
        Object receiver = MethodBinding.receiver(method, classOrInstance);
        ToolEntry entry = ToolEntry.of(method, method.getAnnotation(Tool.class), receiver);
        put(TOOL, entry.name(), entry, entry.origin());
        registered.add(method);
    }

    /**
     * Registers what is annotated in a user's object that was added as something else, such as an environment. A plugin that registers it
     * itself as well, before or after, does nothing wrong.
     */
    synchronized void registerAnnotated(Object added) {
        if (added.getClass().getName().startsWith("dev.guerdon.")) {
            return; // the plugins of these name all that they have
        }
        for (Method method : MethodBinding.annotatedIn(added.getClass(), Reward.class)) {
            if (!registered.contains(method)) {
                addReward(method, added);
                implied.add(method);
            }
        }
        for (Method method : MethodBinding.annotatedIn(added.getClass(), Tool.class)) {
            if (!registered.contains(method)) {
                addTool(method, added);
                implied.add(method);
            }
        }
    }

    @Override
    public synchronized void add(Extension extension) {
        String kind = ExtensionKind.of(extension).name();
        String origin = extension instanceof Agents.UserCode && installing != null
                ? installing.type()
                : PluginLoader.origin(extension.getClass());
        put(kind, extension.name(), extension, origin);
        registerAnnotated(extension);
    }

    private static void checkName(String kind, String name, String origin) {
        if (name.isBlank()) {
            throw new GuerdonException("a " + shown(kind) + " needs a name; " + origin + " has none");
        }
        if (kind.equals(REWARD) && (name.contains("(") || name.contains(","))) {
            throw new GuerdonException("the reward name '" + name + "' of " + origin
                    + " has a bracket or comma, which stand for options and for several rewards; choose another name");
        }
    }

    private synchronized void put(String kind, String name, Object value, String origin) {
        checkName(kind, name, origin);
        String lower = name.toLowerCase(Locale.ROOT);
        if (kind.equals(REWARD) && described != null && described.has(lower)) {
            rewardsHere.put(lower, (RewardEntry) value);
            return;
        }
        install(kind, lower);
        Listed earlier = listed.computeIfAbsent(kind, any -> new TreeMap<>())
                .putIfAbsent(lower, new Listed(name, value, origin, installing));
        if (earlier != null) {
            throw taken(kind, name, earlier.origin, origin);
        }
        added.add(name);
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

    /** Returns whether there is an extension of this name; does not load it. */
    public boolean has(Class<? extends Extension> kind, String name) {
        return names(kind).stream().anyMatch(name::equalsIgnoreCase);
    }

    /**
     * A reward.
     *
     * @param name its name, with options for all samples if there are any: {@code math_equal_reward(extraction=bold)}
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
        if (written.name().equals(CompositeReward.RECIPE)) {
            return CompositeReward.recipe(this, written.unmapped()).mapped(written.map());
        }
        DescribedCode workers = described();
        if (workers != null && workers.has(written.name().toLowerCase(Locale.ROOT))) {
            return described(workers, written);
        }
        return with(written, (RewardEntry) find(REWARD, "guerdon rewards", written.name()));
    }

    private static RewardEntry with(RewardName written, RewardEntry plain) {
        boolean mapped = !plain.optionNames().contains(RewardName.MAP);
        RewardEntry entry = plain.with(mapped ? written.unmapped() : written);
        if (entry != plain && !plain.isForeign()) {
            entry.checkAgainst(plain);
        }
        return mapped ? entry.mapped(written.map()) : entry;
    }

    /** Returns a reward that only workers load; the same each time, because whoever uses it may remember things of it. */
    private RewardEntry described(DescribedCode workers, RewardName written) {
        synchronized (describedRewards) {
            RewardEntry known = describedRewards.get(written.text());
            if (known == null) {
                Supplier<RewardEntry> here = () -> rewardHere(written, workers.from(written));
                known = workers.describe(written, answer -> RewardEntry.restore(answer, here));
                describedRewards.put(written.text(), known);
            }
            return known;
        }
    }

    /** Returns a reward that only workers load, or if none can, one whose description says why. */
    private RewardEntry describedOrBroken(DescribedCode workers, RewardName written) {
        try {
            return described(workers, written);
        } catch (GuerdonException e) {
            return RewardEntry.broken(written.name(), workers.from(written).type(), e);
        }
    }

    /** Loads a reward that workers have described in this process, too. User code runs. */
    private RewardEntry rewardHere(RewardName written, PluginDescriptor from) {
        installNow(from);
        RewardEntry plain;
        synchronized (this) {
            plain = rewardsHere.get(written.name().toLowerCase(Locale.ROOT));
        }
        if (plain == null) {
            throw new GuerdonException("the reward '" + written.name() + "' is not what " + from.type() + " of "
                    + from.where() + " registers in this process; its names must not depend on the process");
        }
        return with(written, plain);
    }

    /** Takes over what workers have described. */
    synchronized void describedBy(DescribedCode code) {
        List<String> known = names(REWARD);
        for (String name : code.names()) {
            if (known.stream().anyMatch(name::equalsIgnoreCase)) {
                throw taken(
                        REWARD,
                        name,
                        "Guerdon",
                        code.from(new RewardName(name, Map.of())).type());
            }
        }
        remember(code.compiled());
        code.units().forEach(this::await);
        described = code;
    }

    @Nullable
    synchronized DescribedCode described() {
        return described;
    }

    /** Returns what was registered by user code, and what waits of it: by what brings it, for another process. */
    synchronized Map<PluginDescriptor, Map<String, Map<String, String>>> broughtByUser() {
        Map<PluginDescriptor, Map<String, Map<String, String>>> brought = new LinkedHashMap<>();
        waiting.stream()
                .filter(plugin -> plugin.loader() instanceof PluginLoader)
                .forEach(plugin -> brought.put(plugin, plugin.names()));
        listed.forEach((kind, entries) -> entries.forEach((lower, entry) -> {
            if (entry.from != null && entry.from.loader() instanceof PluginLoader) {
                brought.computeIfAbsent(entry.from, any -> new LinkedHashMap<>())
                        .computeIfAbsent(kind, any -> new LinkedHashMap<>())
                        .put(lower, entry.name);
            }
        }));
        return brought;
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
        List<RewardEntry> all = new ArrayList<>();
        all(REWARD).forEach(entry -> all.add((RewardEntry) entry));
        DescribedCode workers = described();
        if (workers != null) {
            workers.names().forEach(name -> all.add(describedOrBroken(workers, new RewardName(name, Map.of()))));
            all.sort(Comparator.comparing(entry -> entry.name().toLowerCase(Locale.ROOT)));
        }
        return all;
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

    /** Returns what was registered so far, by the names of the things, in order; without what waits. */
    synchronized List<String> added() {
        return List.copyOf(added);
    }

    private synchronized List<Object> all(String kind) {
        waiting(plugin -> plugin.brings(kind)).forEach(this::installNow);
        return listed.getOrDefault(kind, new TreeMap<>()).values().stream()
                .map(Listed::value)
                .toList();
    }

    private synchronized List<String> names(String kind) {
        for (PluginDescriptor plugin : waiting(each -> each.unnamed().contains(kind))) {
            try {
                installNow(plugin);
            } catch (GuerdonException e) {
                LOG.log(System.Logger.Level.WARNING, e.getMessage());
            }
        }
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        listed.getOrDefault(kind, new TreeMap<>()).values().forEach(entry -> names.add(entry.name));
        waiting.forEach(plugin ->
                names.addAll(plugin.names().getOrDefault(kind, Map.of()).values()));
        if (kind.equals(REWARD) && described != null) {
            names.addAll(described.names());
        }
        return List.copyOf(names);
    }

    private synchronized Object find(String kind, String listCommand, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        install(kind, lower);
        if (lookUp(kind, lower) == null) {
            installUnnamed(kind, lower);
        }
        Listed entry = lookUp(kind, lower);
        if (entry != null) {
            return entry.value;
        }
        List<String> known = names(kind);
        String hint = NameRules.didYouMean(name, known);
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
