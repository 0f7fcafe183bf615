package dev.guerdon.core;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Tool;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rewards, tools, environments and policies there are, by name.
 *
 * <p>Names are compared without regard to case. A name that is taken is refused with both origins named. Register first, then
 * share: registering is not safe while other threads look up.
 */
public final class Registry implements Plugin.Registration {

    private final Map<String, RewardEntry> rewards = new TreeMap<>();
    private final Map<String, ToolEntry> tools = new TreeMap<>();
    private final Map<String, EnvironmentProvider> environments = new TreeMap<>();
    private final Map<String, Policy> policies = new TreeMap<>();

    /** A registry with every plugin that the class loader finds. */
    public static Registry discover(ClassLoader loader) {
        Registry registry = new Registry();
        registry.install(loader);
        return registry;
    }

    /** A registry with every plugin on the class path. */
    public static Registry discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /** Adds every plugin that the class loader finds. */
    public void install(ClassLoader loader) {
        try {
            ServiceLoader.load(Plugin.class, loader).forEach(plugin -> plugin.install(this));
        } catch (ServiceConfigurationError e) {
            throw new GuerdonException("a plugin could not be loaded: " + e.getMessage(), e);
        }
    }

    /** Adds the plugins that this class loader itself brings, and not those of its parents. */
    public int installOwn(ClassLoader loader) {
        int count = 0;
        try {
            for (ServiceLoader.Provider<Plugin> provider :
                    ServiceLoader.load(Plugin.class, loader).stream().toList()) {
                if (loader.equals(provider.type().getClassLoader())) {
                    provider.get().install(this);
                    count++;
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new GuerdonException("a plugin could not be loaded: " + e.getMessage(), e);
        }
        return count;
    }

    @Override
    public void rewards(Object classOrInstance) {
        List<Method> methods = annotated(classOrInstance, Reward.class);
        for (Method method : methods) {
            Reward annotation = method.getAnnotation(Reward.class);
            add(RewardEntry.of(method, annotation, receiver(method, classOrInstance)));
        }
    }

    @Override
    public void reward(String name, RewardFunction function) {
        add(RewardEntry.of(name, function));
    }

    /** Adds an entry, such as a composite. */
    public void add(RewardEntry entry) {
        put(rewards, "reward", entry.name(), entry, RewardEntry::origin);
    }

    @Override
    public void tools(Object classOrInstance) {
        for (Method method : annotated(classOrInstance, Tool.class)) {
            ToolEntry entry = ToolEntry.of(method, method.getAnnotation(Tool.class), receiver(method, classOrInstance));
            put(tools, "tool", entry.name(), entry, ToolEntry::origin);
        }
    }

    @Override
    public void environment(EnvironmentProvider provider) {
        put(
                environments,
                "environment",
                provider.name(),
                provider,
                p -> p.getClass().getName());
    }

    @Override
    public void policy(Policy policy) {
        put(policies, "policy", policy.name(), policy, p -> p.getClass().getName());
    }

    public RewardEntry reward(String name) {
        return find(rewards, "reward", "guerdon rewards", name);
    }

    public ToolEntry tool(String name) {
        return find(tools, "tool", "", name);
    }

    public EnvironmentProvider environment(String name) {
        return find(environments, "environment", "guerdon env list", name);
    }

    public Policy policy(String name) {
        return find(policies, "policy", "", name);
    }

    /** All rewards, by name. */
    public Collection<RewardEntry> rewards() {
        return List.copyOf(rewards.values());
    }

    public Collection<ToolEntry> tools() {
        return List.copyOf(tools.values());
    }

    public Collection<EnvironmentProvider> environments() {
        return List.copyOf(environments.values());
    }

    public Collection<Policy> policies() {
        return List.copyOf(policies.values());
    }

    private static <E> void put(
            Map<String, E> map, String kind, String name, E entry, java.util.function.Function<E, String> origin) {
        if (name.isBlank()) {
            throw new GuerdonException("a " + kind + " needs a name; " + origin.apply(entry) + " has none");
        }
        E earlier = map.putIfAbsent(name.toLowerCase(Locale.ROOT), entry);
        if (earlier != null) {
            throw new GuerdonException("the " + kind + " name '" + name + "' is taken twice: by "
                    + origin.apply(earlier) + " and by " + origin.apply(entry) + "; rename one of them");
        }
    }

    private static <E> E find(Map<String, E> map, String kind, String listCommand, String name) {
        E entry = map.get(name.toLowerCase(Locale.ROOT));
        if (entry == null) {
            String hint = Names.didYouMean(name, map.keySet());
            String list = listCommand.isEmpty() ? "" : "; '" + listCommand + "' lists what there is";
            throw new GuerdonException("there is no " + kind + " '" + name + "'" + (hint.isEmpty() ? list : hint));
        }
        return entry;
    }

    private static @Nullable Object receiver(Method method, Object classOrInstance) {
        return Modifier.isStatic(method.getModifiers()) ? null : classOrInstance;
    }

    private static List<Method> annotated(Object classOrInstance, Class<? extends Annotation> annotation) {
        boolean staticOnly = classOrInstance instanceof Class<?>;
        Class<?> type = staticOnly ? (Class<?>) classOrInstance : classOrInstance.getClass();
        List<Method> found = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.isAnnotationPresent(annotation) && !method.isBridge()) {
                    if (staticOnly && !Modifier.isStatic(method.getModifiers())) {
                        throw new GuerdonException(Binding.origin(method) + " is an instance method with @"
                                + annotation.getSimpleName() + "; register an instance of "
                                + type.getSimpleName() + ", not the class");
                    }
                    found.add(method);
                }
            }
        }
        if (found.isEmpty()) {
            throw new GuerdonException(type.getName() + " has no method annotated @" + annotation.getSimpleName());
        }
        found.sort(Comparator.comparing(Method::getName));
        return found;
    }
}
