package dev.guerdon.cli.iterate;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.ProcessLock;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Interrupts;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Typed;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Improvement;
import dev.guerdon.lab.Iteration;
import dev.guerdon.lab.RunStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon improve}. */
@Command(
        name = "improve",
        description = {
            "Diagnose, propose changes, test them, keep or discard, until nothing helps or the budget is spent.",
            "A session keeps a useless change with a chance of at most alpha (0.05), over all tests. Proposers see training"
                    + " tasks only; changes are tested on others, and the champion is confirmed on tasks that nothing has"
                    + " seen."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon improve plan.yaml",
            "  guerdon improve plan.yaml --resume",
            "  guerdon improve plan.yaml --commit"
        })
@Internal
public final class ImproveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(
            paramLabel = "PLAN",
            description = "Read the start, what may change, the budget and the rule from this YAML file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path plan;

    @Option(names = "--resume", description = "Continue the latest session of this plan.")
    private boolean resume;

    @Option(
            names = "--anyway",
            description = "Run a plan that has no fair chance to keep any change, instead of refusing it.")
    private boolean anyway;

    @Option(
            names = "--commit",
            description = "Make one git commit for each change that is kept, with its figures in the message.")
    private boolean commit;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write the champion to this folder; with --commit the usual one is NAME-champion beside the plan.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(names = "--quiet", description = "Print no progress and no notices.")
    private boolean quiet;

    @Override
    @SuppressWarnings("try") // the interrupts are caught as long as the resource is open
    public Integer call() throws InterruptedException {
        Logs.hushLibraries();
        Registry registry = sources.registry();
        RunStore store = runs.store();
        PrintWriter err = spec.commandLine().getErr();
        isolation.applyTo(registry, err);
        Screens screens = Screens.of(spec);
        Improvement.Options options = new Improvement.Options(anyway, commit, out);
        Improvement improvement = resume
                ? Improvement.resume(registry, store, plan, options)
                : Improvement.start(registry, store, plan, options);
        Improvement.Result result;
        try (ImproveProgress progress = new ImproveProgress(err, quiet);
                Interrupts interrupts = new Interrupts(improvement::interrupt, err)) {
            result = improvement.run(progress);
        } catch (ProcessLock.Taken e) {
            throw e;
        } catch (Iteration.Hopeless e) {
            throw new EndedEarly(
                    e.getMessage() + " The start's runs are stored, and '" + resume() + " --anyway' goes on with them.",
                    e);
        } catch (RuntimeException e) {
            throw new EndedEarly(
                    (e instanceof GuerdonException ? e.getMessage() : "unexpected " + e)
                            + "; what was done before it is stored, and '" + resume() + "' goes on",
                    e);
        }
        PrintWriter stdout = spec.commandLine().getOut();
        stdout.print(json ? JsonCodec.write(result.json()) + "\n" : ImproveText.of(result, screens.out()));
        stdout.flush();
        if (!result.complete()) {
            err.println("guerdon: stopped; '" + resume() + "' continues");
            return ExitCode.INTERRUPTED;
        }
        if (result.refuted()) {
            err.println("guerdon: on tasks that nothing had seen, the champion earns less than the start");
            return ExitCode.INCOMPLETE;
        }
        return ExitCode.DONE;
    }

    /** The line that goes on with this plan. */
    private String resume() {
        return Typed.line("guerdon improve " + NextStep.quoted(plan.toString()) + " --resume" + runs.typed());
    }
}
