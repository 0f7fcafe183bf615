package dev.guerdon.cli;

import java.io.Console;

/** Whether a person sits at the terminal. */
final class Interactive {

    private Interactive() {}

    static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From JDK 22 on there is a console without a terminal, too, and this method to tell.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
