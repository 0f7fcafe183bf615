package dev.guerdon.core.registry;

import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Tool;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.registry.PluginDescriptor.ExtensionKind;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A class of a source file: what it brings, read without running its code, and how that is registered. */
final class SourceClass {

    private SourceClass() {}

    /**
     * Loads classes that were compiled before, by this process or by another, and says what they bring. Where a file has a {@link Plugin},
     * that decides what the file registers. Otherwise it is every {@link Reward} and {@link Tool} method, every {@link RewardFunction} under
     * its class's name in snake case, and every {@link Extension}; a class may be several of these. None is initialised.
     */
    static List<PluginDescriptor> describe(List<CompiledClass> classes, PluginLoader loader) {
        Map<String, byte[]> byName = new HashMap<>();
        classes.forEach(each -> byName.put(each.name(), each.bytes()));
        loader.define(byName);
        Map<CompiledClass, Class<?>> loaded = new LinkedHashMap<>();
        Set<String> withPlugin = new HashSet<>();
        for (CompiledClass compiled : classes) {
            try {
                Class<?> type = Class.forName(compiled.name(), false, loader);
                loaded.put(compiled, type);
                if (isPlugin(type)) {
                    withPlugin.add(compiled.source());
                }
            } catch (Throwable e) {
                throw notLoaded(compiled, e);
            }
        }
        List<PluginDescriptor> found = new ArrayList<>();
        loaded.forEach((compiled, type) -> {
            if (isPlugin(type) || !withPlugin.contains(compiled.source())) {
                try {
                    describe(type, compiled.file()).ifPresent(found::add);
                } catch (LinkageError e) {
                    throw notLoaded(compiled, e);
                }
            }
        });
        return found;
    }

    private static GuerdonException notLoaded(CompiledClass compiled, Throwable problem) {
        return new GuerdonException(compiled.file() + ": the class " + compiled.name() + " could not be loaded: "
                + CodeFault.of(problem).text());
    }

    private static boolean isPlugin(Class<?> type) {
        return Plugin.class.isAssignableFrom(type) && isConcrete(type);
    }

    private static boolean isConcrete(Class<?> type) {
        return !type.isAnonymousClass() && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    /**
     * Describes a class without initialising it.
     *
     * @param where the file that it comes from, for messages
     * @return what it brings, or empty if it has nothing to register
     */
    private static Optional<PluginDescriptor> describe(Class<?> type, String where) {
        if (!isConcrete(type)) {
            return Optional.empty();
        }
        PluginDescriptor plain = new PluginDescriptor(type.getName(), where, type.getClassLoader(), Map.of(), Set.of());
        if (isPlugin(type)) {
            return Optional.of(plain);
        }
        Map<String, Map<String, String>> names = new LinkedHashMap<>();
        if (RewardFunction.class.isAssignableFrom(type)) {
            add(names, PluginDescriptor.REWARD, NameRules.snakeCase(type.getSimpleName()));
        }
        annotated(type, Reward.class)
                .forEach(method -> add(
                        names,
                        PluginDescriptor.REWARD,
                        method.getAnnotation(Reward.class).value()));
        annotated(type, Tool.class)
                .forEach(method -> add(
                        names,
                        PluginDescriptor.TOOL,
                        method.getAnnotation(Tool.class).value()));
        Set<String> unnamed = Extension.class.isAssignableFrom(type)
                ? Set.of(ExtensionKind.of(type.asSubclass(Extension.class)).name())
                : Set.of();
        return Optional.of(new PluginDescriptor(type.getName(), where, type.getClassLoader(), names, unnamed))
                .filter(PluginDescriptor::canWait);
    }

    private static void add(Map<String, Map<String, String>> names, String kind, String name) {
        names.computeIfAbsent(kind, any -> new LinkedHashMap<>()).put(name.toLowerCase(Locale.ROOT), name);
    }

    private static List<Method> annotated(Class<?> type, Class<? extends Annotation> annotation) {
        if (isExtended(type)) {
            return MethodBinding.annotatedIn(type, annotation);
        }
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(annotation))
                .toList();
    }

    /** Returns what installs the class: the plugin that it is, or one that registers everything that it has. */
    static Plugin plugin(Class<?> type) {
        return isPlugin(type) ? (Plugin) instance(type) : registration -> register(type, registration);
    }

    private static void register(Class<?> type, Plugin.Registration registration) {
        if (isExtended(type)) {
            // What is annotated in it is registered with it.
            Object object = instance(type);
            if (object instanceof RewardFunction function) {
                registration.reward(NameRules.snakeCase(type.getSimpleName()), function);
            }
            if (object instanceof Extension extension) {
                registration.add(extension);
            }
            return;
        }
        List<Method> rewards = annotated(type, Reward.class);
        List<Method> tools = annotated(type, Tool.class);
        Object target = Stream.concat(rewards.stream(), tools.stream()).anyMatch(SourceClass::needsInstance)
                ? instance(type)
                : type;
        if (!rewards.isEmpty()) {
            registration.rewards(target);
        }
        if (!tools.isEmpty()) {
            registration.tools(target);
        }
    }

    private static boolean isExtended(Class<?> type) {
        return RewardFunction.class.isAssignableFrom(type) || Extension.class.isAssignableFrom(type);
    }

    private static boolean needsInstance(Method method) {
        return !Modifier.isStatic(method.getModifiers());
    }

    private static Object instance(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new GuerdonException(type.getName() + " needs a constructor without parameters to be added", e);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(
                    e.getCause() == null ? e : e.getCause()); // it is unwrapped for messages
        }
    }
}
