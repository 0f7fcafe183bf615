package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Option for the folder that keeps runs: an option of every command that reads or writes them. */
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

    /** Returns the option as it was typed, with a blank before it, for a command line that is shown to the user; empty if it was not. */
    public String typed() {
        return folder == null ? "" : " --runs " + InvokedCommand.quoted(folder.toString());
    }

    /** Returns how another command with the same option names a run: by its name, or by its folder if that lies elsewhere. */
    public String word(Run run) {
        String name = run.info().name();
        Path here = store().root().resolve(name).toAbsolutePath().normalize();
        return InvokedCommand.quoted(
                here.equals(run.folder().toAbsolutePath().normalize())
                        ? name
                        : run.folder().toString());
    }

    public RunStore store() {
        String named = System.getenv(VARIABLE);
        Path usual = Path.of(named == null || named.isBlank() ? "runs" : named);
        return new RunStore(folder == null ? usual : folder);
    }

    /** The stored run that a command is about, and where runs are kept. */
    @Internal
    public static final class RunArgument {

        @Mixin
        private final RunsFolder folder = new RunsFolder();

        @Parameters(
                index = "0",
                paramLabel = "RUN",
                description = "Use this run: its name, the start of its name, its folder, or 'latest'.")
        private String name = "";

        public RunsFolder folder() {
            return folder;
        }

        /** Returns the run as it was typed. */
        public String name() {
            return name;
        }

        public Run open() {
            return folder.store().open(name);
        }
    }
}
