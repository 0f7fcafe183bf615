package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the two output streams of a command can show.
 *
 * @param out where data goes
 * @param err where progress and notices go
 */
@Internal
public record Screens(Screen out, Screen err) {

    /** No terminal at all. */
    public static final Screens PIPES = new Screens(Screen.PIPE, Screen.PIPE);

    /** The command at the root, which knows the screens and whether the user wants colours. */
    @Internal
    public interface Holder {
        Screens screens();
    }

    /** The screens of this process. */
    public static Screens ofProcess() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (!StandardStreams.takesEscapes(environment)) {
            environment.put("TERM", "dumb");
        }
        int columns = StandardStreams.columns();
        return new Screens(
                Screen.of(StandardStreams.outputIsTerminal(), columns, environment),
                Screen.of(StandardStreams.errorsAreTerminal(), columns, environment));
    }

    /** The screens that a command prints to. */
    public static Screens of(CommandSpec command) {
        return command.root().userObject() instanceof Holder holder ? holder.screens() : PIPES;
    }

    /** The same without colours. */
    public Screens plain() {
        return new Screens(out.plain(), err.plain());
    }
}
