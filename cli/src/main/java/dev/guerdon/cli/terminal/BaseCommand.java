package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of {@code guerdon}: where it prints to, and what is most useful to type after it. */
@Internal
public abstract class BaseCommand implements Callable<Integer> {

    /** Stands above the examples of a command's help, which are the lines of its footer. */
    public static final String EXAMPLES = "%nExamples:%n";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    protected CommandSpec spec;

    /**
     * The command to type next, with real names; empty if there is none.
     *
     * <p>It starts with {@code guerdon}, whatever the user types for that. Options that tell where runs and plugins are, such as
     * {@code --runs}, are added to it.
     */
    protected String next = "";

    /** Returns what to type next; asked once, after the command has ended well. */
    public String next() {
        return next;
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Returns what the stream can show that data goes to. */
    protected final TerminalScreen screen() {
        return Screens.of(spec).out();
    }

    /** Returns the examples in a command's help: what to type. */
    public static List<String> examples(CommandSpec command) {
        return Stream.of(command.usageMessage().footer()).map(String::strip).toList();
    }
}
