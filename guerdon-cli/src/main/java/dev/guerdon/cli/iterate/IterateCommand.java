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
import dev.guerdon.lab.Iteration;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.IterationPlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon iterate}. */
@Command(
        name = "iterate",
        description = {
            "Try changes one by one against the champion, keep or roll back each by its reward, and write the report.",
            "A session keeps a useless change with a chance of at most alpha (0.05), over all changes. It first tells"
                    + " what gains the plan can notice, and runs the winner again at the end."
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon iterate examples/web-research-iteration/plan.yaml", "  guerdon iterate plan.yaml --resume"
        })
@Internal
public final class IterateCommand implements Callable<Integer>, NextStep {

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
            description = "Read the champion, the candidates and the rule from this YAML file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path plan;

    @Option(names = "--resume", description = "Continue the latest session of this plan.")
    private boolean resume;

    @Option(
            names = "--anyway",
            description = "Run a plan that has no fair chance to notice any gain, instead of refusing it.")
    private boolean anyway;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(names = "--quiet", description = "Print no progress and no notices.")
    private boolean quiet;

    private String next = "";

    @Override
    @SuppressWarnings("try") // the interrupts are caught as long as the resource is open
    public Integer call() throws InterruptedException {
        Logs.hushLibraries();
        Registry registry = sources.registry();
        RunStore store = runs.store();
        IterationPlan read = Iteration.plan(plan);
        PrintWriter err = spec.commandLine().getErr();
        isolation.applyTo(registry, err);
        Screens screens = Screens.of(spec);
        Iteration iteration = resume
                ? Iteration.resume(registry, store, read, anyway)
                : Iteration.start(registry, store, read, anyway);
        Iteration.Result result;
        try (IterationProgress progress = new IterationProgress(err, screens.err(), quiet, iteration.episodes());
                Interrupts interrupts = new Interrupts(iteration::interrupt, err)) {
            result = iteration.run(progress);
        } catch (ProcessLock.Taken e) {
            throw e;
        } catch (Iteration.Hopeless e) {
            throw new EndedEarly(
                    e.getMessage() + " The champion's run is stored, and '" + resume() + " --anyway' goes on with it.",
                    e);
        } catch (RuntimeException e) {
            throw new EndedEarly(
                    (e instanceof GuerdonException ? e.getMessage() : "unexpected " + e)
                            + "; what was decided before it is stored, and '" + resume() + "' goes on",
                    e);
        }
        PrintWriter out = spec.commandLine().getOut();
        next = result.champion().isEmpty() ? "" : "guerdon show " + result.champion();
        if (json) {
            out.println(JsonCodec.write(IterationText.json(store, result)));
        } else {
            out.print(IterationText.table(store, result, screens.out()));
        }
        out.flush();
        if (!result.complete()) {
            err.println("guerdon: stopped; '" + resume() + "' continues");
            return ExitCode.INTERRUPTED;
        }
        return ExitCode.DONE;
    }

    /** The line that goes on with this plan. */
    private String resume() {
        return Typed.line("guerdon iterate " + NextStep.quoted(plan.toString()) + " --resume" + runs.typed());
    }

    @Override
    public String next() {
        return next;
    }
}
