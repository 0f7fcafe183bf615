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
import dev.guerdon.core.registry.NamedEntries;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginDescriptor.ExtensionKind;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.RewardName;
import java.lang.annotation.Annotation;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Catalogue of the rewards, tools, environments, policies, agents, suites and all other extensions, by name.
 *
 * <p>Names are compared without regard to case. A name that is taken is refused with both origins named. A plugin whose descriptor says
 * what it brings is installed when one of its names is first looked up, or when everything of such a kind is listed; every other
 * plugin is installed at once. The name of a reward may have options; the entry for it is then made from the plain one. Users' rewards
 * that only worker processes load are known by what a worker said of them. Safe for use by many threads.
 */
@Experimental
public final class Registry implements Plugin.Registration, Catalogue {

    private static final String REWARD = PluginDescriptor.REWARD;
    private static final String TOOL = PluginDescriptor.TOOL;

    private static final int MAX_DESCRIBED = 10_000;

    private final NamedEntries entries = new NamedEntries(this::install);
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

    /** Creates an empty registry for code that comes from a path. */
    Registry(PluginPath path) {
        this.path = path;
    }

    /** Returns a registry with every plugin that the class loader finds. */
    public static Registry discover(ClassLoader loader) {
        Registry registry = new Registry();
        registry.install(loader);
        return registry;
    }

    /** Returns a registry with every plugin on the class path of Guerdon itself. */
    public static Registry discover() {
        return discover(Registry.class.getClassLoader());
    }

    /** Returns the paths of the user's code, for another process that is to load the same. */
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

    /** Returns the names of the classes with rewards that a program registered itself. */
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

    /** Installs a plugin, at once or as soon as something of it is used. */
    synchronized void offer(PluginDescriptor plugin) {
        if (plugin.canWait()) {
            entries.await(plugin);
        } else {
            install(plugin);
        }
    }

    /** Installs a plugin if it waits. */
    synchronized void installNow(PluginDescriptor plugin) {
        entries.install(plugin);
    }

    /** Sets a listener that is called before user code runs during an installation. */
    synchronized void announce(Consumer<String> listener) {
        this.announce = listener;
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

    @Override
    public synchronized void rewards(Object classOrInstance) {
        addAnnotated(classOrInstance, Reward.class);
        if (installing == null && classOrInstance instanceof Class<?> type && !PluginLoader.has(type)) {
            classes.add(type.getName());
        }
    }

    private void addAnnotated(Object classOrInstance, Class<? extends Annotation> annotation) {
        for (Method method : MethodBinding.annotated(classOrInstance, annotation)) {
            if (!implied.remove(method)) {
                add(method, annotation, classOrInstance);
            }
        }
    }

    private void add(Method method, Class<? extends Annotation> annotation, Object classOrInstance) {
        Object receiver = MethodBinding.receiver(method, classOrInstance);
        if (annotation == Reward.class) {
            add(RewardEntry.of(method, method.getAnnotation(Reward.class), receiver));
        } else {
            ToolEntry entry = ToolEntry.of(method, method.getAnnotation(Tool.class), receiver);
            put(TOOL, entry.name(), entry, entry.origin());
        }
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
        addAnnotated(classOrInstance, Tool.class);
    }

    /**
     * Registers what is annotated in a user's object that was added as something else, such as an environment. A plugin that registers it
     * itself as well, before or after, does nothing wrong.
     */
    synchronized void registerAnnotated(Object added) {
        if (added.getClass().getName().startsWith("dev.guerdon.")) {
            return; // the plugins of these name all that they have
        }
        for (Class<? extends Annotation> annotation : List.of(Reward.class, Tool.class)) {
            for (Method method : MethodBinding.annotatedIn(added.getClass(), annotation)) {
                if (!registered.contains(method)) {
                    add(method, annotation, added);
                    implied.add(method);
                }
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

    private synchronized void put(String kind, String name, Object value, String origin) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (kind.equals(REWARD) && described != null && described.has(lower)) {
            rewardsHere.put(lower, (RewardEntry) value);
        } else {
            entries.put(kind, name, value, origin, installing);
        }
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

    /** Returns the names of all extensions of a kind; loads none of them. */
    public List<String> names(Class<? extends Extension> kind) {
        return names(ExtensionKind.of(kind).name());
    }

    /** Returns whether there is an extension of this name; does not load it. */
    public boolean has(Class<? extends Extension> kind, String name) {
        return names(kind).stream().anyMatch(name::equalsIgnoreCase);
    }

    /**
     * Returns a reward.
     *
     * @param name its name, with options for all samples if there are any: {@code math_equal_reward(extraction=bold)}
     */
    public RewardEntry reward(String name) {
        return reward(RewardName.of(name));
    }

    /** Returns the rewards of lists such as {@code qa_f1_reward,math_equal_reward(digits=3)}. */
    public List<RewardEntry> rewards(List<String> lists) {
        return lists.stream()
                .flatMap(list -> rewardNamesIn(list).stream())
                .map(this::reward)
                .toList();
    }

    /** Returns the names in a list such as {@code qa_f1_reward,math_equal_reward(digits=3)}. */
    public static List<String> rewardNamesIn(String list) {
        return RewardName.parts(list).stream().map(String::strip).toList();
    }

    /** Returns a reward with options for all samples. */
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

    /** Returns a reward that only workers load; the same object each time, because scorers count stuck calls by it. */
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
        RewardEntry plain;
        synchronized (this) {
            installNow(from);
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
                throw NamedEntries.taken(
                        REWARD,
                        name,
                        "Guerdon",
                        code.from(new RewardName(name, Map.of())).type());
            }
        }
        remember(code.compiled());
        code.units().forEach(entries::await);
        described = code;
    }

    @Nullable
    synchronized DescribedCode described() {
        return described;
    }

    /** Returns the names that users' plugins have registered or will register, by plugin and kind, for another process. */
    synchronized Map<PluginDescriptor, Map<String, Map<String, String>>> broughtByUser() {
        return entries.broughtByUser();
    }

    /**
     * Returns rewards for samples that have their fields under other names.
     *
     * @param entries rewards of this catalogue; each is given those names that it reads
     * @param names the name in the sample by the name that a reward asks for
     * @throws GuerdonException if no reward reads one of the names
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

    /** Returns the names of all rewards; loads none of them that can wait. */
    public List<String> rewardNames() {
        return names(REWARD);
    }

    /** Returns all rewards, by name. */
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

    /** Returns the names of all that was registered so far, in order; without the plugins that wait. */
    synchronized List<String> added() {
        return entries.added();
    }

    private synchronized List<Object> all(String kind) {
        return entries.all(kind);
    }

    private synchronized List<String> names(String kind) {
        Set<String> names = entries.names(kind);
        if (kind.equals(REWARD) && described != null) {
            names.addAll(described.names());
        }
        return List.copyOf(names);
    }

    private synchronized Object find(String kind, String listCommand, String name) {
        return entries.find(kind, name).orElseThrow(() -> unknown(kind, listCommand, name));
    }

    private GuerdonException unknown(String kind, String listCommand, String name) {
        List<String> known = names(kind);
        String hint = NameRules.didYouMean(name, known);
        if (known.isEmpty()) {
            hint = "; none is registered here, and Registry.discover() has those of Guerdon and its plugins";
        } else if (hint.isEmpty() && !listCommand.isEmpty()) {
            hint = "; '" + listCommand + "' lists what there is";
        } else if (hint.isEmpty()) {
            hint = "; there are: " + String.join(", ", known);
        }
        return new GuerdonException("there is no " + NamedEntries.words(kind) + " '" + name + "'" + hint);
    }
}
