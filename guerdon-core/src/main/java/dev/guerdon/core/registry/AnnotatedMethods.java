package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of a class or an instance that carry an annotation. */
@Internal
public final class AnnotatedMethods {

    private AnnotatedMethods() {}

    public static @Nullable Object receiver(Method method, Object classOrInstance) {
        return Modifier.isStatic(method.getModifiers()) ? null : classOrInstance;
    }

    /** All of them, by name; there must be one. */
    public static List<Method> of(Object classOrInstance, Class<? extends Annotation> annotation) {
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
