package dev.guerdon.stdio;

import java.lang.System.Logger.Level;

/**
 * Ctrl-C in a terminal goes to every process of its group; the client decides what it means for the engine.
 *
 * <p>Java's class for signals is in a module that a runtime may lack, and that a compiler warns of; so it is looked up by name.
 */
final class Interrupt {

    private Interrupt() {}

    /** Lets this process ignore it; processes that it starts inherit that. */
    static void ignore() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ignoring = handler.getField("SIG_IGN").get(null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), ignoring);
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.getLogger(Interrupt.class.getName())
                    .log(Level.DEBUG, "Ctrl-C is not ignored: this Java runtime lacks the module jdk.unsupported", e);
        }
    }
}
