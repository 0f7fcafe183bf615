package dev.guerdon.spark;

import dev.guerdon.cli.spi.PieceEngine;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls over the seam, each with the context class loader of the side that is called.
 *
 * <p>Spark and Hadoop look for classes with the loader of the thread, and so do libraries of Guerdon. What a call returns is wrapped
 * the same way, and what is handed over is wrapped the other way round.
 */
final class ClassLoaderBridge {

    private static final String SEAM = PieceEngine.class.getPackageName();

    /**
     * Returns an object of one side, for the other.
     *
     * @param type its type, one of the seam's interfaces
     * @param target the object
     * @param loader that of its side
     */
    static <T> T over(Class<T> type, T target, ClassLoader loader) {
        return type.cast(proxy(type, target, loader));
    }

    private static Object proxy(Class<?> type, Object target, ClassLoader loader) {
        return Proxy.newProxyInstance(
                ClassLoaderBridge.class.getClassLoader(), new Class<?>[] {type}, new Calls(target, loader));
    }

    /** A checked exception that its method does not declare. */
    private static final class Undeclared extends RuntimeException {

        private static final long serialVersionUID = 1;

        Undeclared(Throwable cause) {
            super(cause);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // the name of this class says nothing to a user
        public String toString() {
            return String.valueOf(getCause());
        }
    }

    private record Calls(Object target, ClassLoader loader) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            @Nullable Object[] handed = arguments == null ? new Object[0] : arguments.clone();
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < handed.length; i++) {
                handed[i] = passed(types[i], handed[i], before);
            }
            thread.setContextClassLoader(loader);
            try {
                return passed(method.getReturnType(), method.invoke(target, handed), loader);
            } catch (InvocationTargetException e) {
                throw unwrapped(e, method);
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /** Returns what was thrown. Scala throws checked exceptions where no method says so, and a proxy would tell no more of them than that. */
        private static Throwable unwrapped(InvocationTargetException thrown, Method method) {
            Throwable cause = thrown.getCause();
            if (cause == null) {
                return thrown;
            }
            boolean isDeclared = cause instanceof RuntimeException
                    || cause instanceof Error
                    || Stream.of(method.getExceptionTypes()).anyMatch(type -> type.isInstance(cause));
            return isDeclared ? cause : new Undeclared(cause);
        }

        /** Returns what one side hands to the other: wrapped, or, where it comes home, unwrapped. */
        private static @Nullable Object passed(Class<?> type, @Nullable Object value, ClassLoader from) {
            if (value == null
                    || !type.isInterface()
                    || !(type.getPackageName().equals(SEAM) || type == Iterator.class)) {
                return value;
            }
            return Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof Calls calls
                    ? calls.target
                    : proxy(type, value, from);
        }
    }
}
