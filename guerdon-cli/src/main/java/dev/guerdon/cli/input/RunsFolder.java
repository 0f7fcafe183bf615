package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where runs are kept: an option of every command that reads or writes them. */
@Internal
public final class RunsFolder {

    /** The environment variable that names the folder where no option does. */
    static final String VARIABLE = "GUERDON_RUNS";

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Use this folder of runs. Default: GUERDON_RUNS if it is set, else 'runs'.")
    private @Nullable Path folder;

    /** Uses a folder that no option names; null changes nothing. */
    public void choose(@Nullable Path other) {
        folder = other == null ? folder : other;
    }

    /** The option as it was typed, with a blank before it, for a command line that is shown to the user; empty if it was not. */
    public String typed() {
        return folder == null ? "" : " --runs " + NextStep.quoted(folder.toString());
    }

    /** How another command with the same option names a run: by its name, or by its folder if that lies elsewhere. */
    public String word(Run run) {
        String name = run.info().name();
        Path here = store().root().resolve(name).toAbsolutePath().normalize();
        return NextStep.quoted(
                here.equals(run.folder().toAbsolutePath().normalize())
                        ? name
                        : run.folder().toString());
    }

    public RunStore store() {
        String fromEnvironment = System.getenv(VARIABLE);
        if (folder != null) {
            return new RunStore(folder);
        }
        return new RunStore(Path.of(fromEnvironment == null || fromEnvironment.isBlank() ? "runs" : fromEnvironment));
    }
}
