package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.Shown;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which rewards run in worker processes: options of every command that calls rewards of the user's own. */
@Internal
public final class IsolationOptions {

    @Option(
            names = "--isolate",
            negatable = true,
            description =
                    "Run every reward in a worker process, or with --no-isolate none. By default those of --source"
                            + " and --plugin run in workers: what they do to their process then costs one sample.")
    private @Nullable Boolean isolate;

    @Option(
            names = "--worker-memory",
            paramLabel = "SIZE",
            description = "Let each worker use that much memory, such as 256m or 1g; 512m by default.")
    private String memory = "512m";

    @Option(
            names = "--worker-env",
            split = ",",
            paramLabel = "NAMES",
            description =
                    "Pass on these environment variables to workers although they look like secrets; separate them by commas.")
    private List<String> environment = List.of();

    /**
     * Decides it for everything that scores with this catalogue.
     *
     * @param printed gets what rewards print
     */
    public void applyTo(Registry registry, PrintWriter printed) {
        registry.isolate(isolation(printed));
    }

    /**
     * Which rewards run in workers, and what a worker may use.
     *
     * @param printed gets what rewards print
     */
    public Isolation isolation(PrintWriter printed) {
        Isolation which = isolate == null ? Isolation.FOREIGN : isolate ? Isolation.ALL : Isolation.NONE;
        return which.memory(bytes(memory)).environment(Set.copyOf(environment)).output(line -> {
            printed.println(Shown.line(line, 2000));
            printed.flush();
        });
    }

    static long bytes(String text) {
        return Sizes.parse("--worker-memory", text);
    }
}
