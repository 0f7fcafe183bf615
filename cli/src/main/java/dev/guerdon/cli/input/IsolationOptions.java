package dev.guerdon.cli.input;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.TerminalEscape;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Choice of the rewards that run in worker processes: options of every command that calls rewards of the user's own. */
@Internal
public final class IsolationOptions implements AutoCloseable {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)(i?b)?", Pattern.CASE_INSENSITIVE);

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Option(
            names = "--isolate",
            negatable = true,
            description =
                    "Run every reward in a worker process, or with --no-isolate none. By default those of --source"
                            + " and --plugin run in workers: what they do to their process then costs one sample."
                            + " 'guerdon run --isolate' plays episodes in processes, too.")
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
                    "Pass on these environment variables to workers although they look like secrets; separate them by"
                            + " commas.")
    private List<String> environment = List.of();

    /** Returns whether users' code that is not a reward is to run in processes of its own, too. */
    public boolean isAsked() {
        return Boolean.TRUE.equals(isolate);
    }

    /** Returns where what the user adds comes from. */
    public PluginOptions sources() {
        return sources;
    }

    /**
     * Loads everything there is, for rewards that run as the options say.
     *
     * @param printed gets what rewards print
     */
    public Registry registry(PrintWriter printed) {
        return sources.registry(isolation(printed));
    }

    @Override
    public void close() {
        sources.close();
    }

    /**
     * Returns which rewards run in workers, and what a worker may use.
     *
     * @param printed gets what rewards print
     */
    public Isolation isolation(PrintWriter printed) {
        Isolation which = isolate == null ? Isolation.FOREIGN : isolate ? Isolation.ALL : Isolation.NONE;
        return which.memory(bytes("--worker-memory", memory))
                .environment(Set.copyOf(environment))
                .output(printer(printed));
    }

    /** Prints what workers pass on. */
    static Consumer<String> printer(PrintWriter printed) {
        return line -> {
            printed.println(TerminalEscape.line(line, 2000));
            printed.flush();
        };
    }

    /**
     * Reads a size as people write it: {@code 500k}, {@code 256m}, {@code 1g}, or a number of bytes.
     *
     * @param option names the option in messages
     */
    public static long bytes(String option, String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            throw new GuerdonException(option + " expects a size such as 256m or 1g, found '" + text + "'");
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> number << 10;
            case "m" -> number << 20;
            case "g" -> number << 30;
            default -> number;
        };
    }
}
