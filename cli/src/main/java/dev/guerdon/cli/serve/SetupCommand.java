package dev.guerdon.cli.serve;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.BrowserSetup;
import dev.guerdon.cli.cluster.SparkSetup;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.scienceworld.ScienceworldSetup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon setup}. */
@Command(
        name = "setup",
        description = "Fetch or find what an environment or a cluster needs, and say where it is.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon setup chromium",
            "  guerdon setup spark",
            "  guerdon setup miniwob",
            "  guerdon setup assistantbench --from assistant_bench_v1.0_dev.jsonl",
            "  guerdon setup scienceworld --from scienceworld.jar"
        })
final class SetupCommand extends BaseCommand {

    private static final String CHROMIUM = "chromium";
    private static final String MINIWOB = "miniwob";
    private static final String SPARK = "spark";
    private static final String ASSISTANTBENCH = "assistantbench";

    /** Names of what can be set up besides the environments. */
    static final class Parts implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of(CHROMIUM, MINIWOB, ASSISTANTBENCH, SPARK).iterator();
        }
    }

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = Parts.class,
            description = "Set up this environment ('guerdon env list' lists them), or chromium, miniwob,"
                    + " assistantbench, spark.")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description =
                    "Use this file instead of a download: the wheel or jar of ScienceWorld, the folder or wheel of"
                            + " MiniWoB++, the questions of AssistantBench (files, folders or URLs; can be repeated).")
    private List<String> from = List.of();

    @Override
    public Integer call() {
        PrintWriter out = out();
        PrintWriter err = err();
        if (name.equals(CHROMIUM) || name.equals("browser")) {
            out.println(BrowserSetup.setup(err::println));
            return ExitCode.DONE;
        }
        if (name.equals(SPARK)) {
            out.println(new SparkSetup(System.getenv(), err, Screens.of(spec).err()).run());
            return ExitCode.DONE;
        }
        if (name.equals(MINIWOB)) {
            out.println(BrowserSetup.miniwob(one(), err::println));
            return ExitCode.DONE;
        }
        if (name.equals(ASSISTANTBENCH)) {
            out.println(BrowserSetup.assistantBench(sources.registry(), from, err::println));
            return ExitCode.DONE;
        }
        EnvironmentProvider provider = sources.registry().environment(name);
        if (provider.name().equals("scienceworld")) {
            out.println(ScienceworldSetup.setup(one(), err::println));
            return ExitCode.DONE;
        }
        List<Check> checks = provider.checks();
        if (checks.isEmpty()) {
            out.println("'" + provider.name() + "' needs nothing besides Guerdon");
        }
        boolean complete = true;
        for (Check check : checks) {
            complete &= check.ok();
            out.println((check.ok() ? "ok  " : "--  ") + check.part() + ": " + check.detail());
        }
        return complete ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }

    /** Returns the one file that was given, if any. */
    private @Nullable Path one() {
        if (from.size() > 1) {
            throw new GuerdonException("expected one --from for '" + name + "', found " + from.size());
        }
        return from.isEmpty() ? null : Path.of(from.getFirst());
    }

    @Override
    public String next() {
        if (name.equals(SPARK)) {
            return "guerdon score --on 'local[2]' --reward NAME --in FILE --out DIR";
        }
        if (name.equals(MINIWOB) || name.equals(ASSISTANTBENCH)) {
            return "guerdon run " + name + (name.equals(MINIWOB) ? "" : " --model SPEC");
        }
        return "guerdon env play " + (name.equals(CHROMIUM) ? "browser" : InvokedCommand.quoted(name));
    }
}
