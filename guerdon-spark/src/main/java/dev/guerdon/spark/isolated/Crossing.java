package dev.guerdon.spark.isolated;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Engine;
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
@Internal
public final class Crossing {

    private static final String SEAM = Engine.class.getPackageName();

    private Crossing() {}

    /**
     * An object of one side, for the other.
     *
     * @param type its type, one of the seam's interfaces
     * @param target the object
     * @param there the loader of its side
     * @param here the loader of the side that will call it
     */
    public static <T> T over(Class<T> type, T target, ClassLoader there, ClassLoader here) {
        return type.cast(Proxy.newProxyInstance(
                Crossing.class.getClassLoader(), new Class<?>[] {type}, new Calls(target, there, here)));
    }

    /** A checked exception that its method does not declare. */
    private static final class Undeclared extends RuntimeException {

        private static final long serialVersionUID = 1;

        Undeclared(Throwable cause) {
            super(cause);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // the name of this class tells nobody anything
        public String toString() {
            return String.valueOf(getCause());
        }
    }

    private record Calls(Object target, ClassLoader there, ClassLoader here) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            @Nullable Object[] handed = arguments == null ? new Object[0] : arguments.clone();
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < handed.length; i++) {
                if (handed[i] != null) {
                    handed[i] = passed(types[i], handed[i], here, there);
                }
            }
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(there);
            try {
                Object result = method.invoke(target, handed);
                return result == null ? null : passed(method.getReturnType(), result, there, here);
            } catch (InvocationTargetException e) {
                throw unwrapped(e, method);
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /** What was thrown. Scala throws checked exceptions where no method says so, and a proxy would tell no more of them than that. */
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

        /** What one side hands to the other: wrapped, or, where it comes home, unwrapped. */
        private static Object passed(Class<?> type, Object value, ClassLoader from, ClassLoader to) {
            if (!type.isInterface() || !(type.getPackageName().equals(SEAM) || type == Iterator.class)) {
                return value;
            }
            if (Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof Calls calls) {
                return calls.target;
            }
            return Proxy.newProxyInstance(
                    Crossing.class.getClassLoader(), new Class<?>[] {type}, new Calls(value, from, to));
        }
    }
}
