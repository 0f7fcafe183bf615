package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.EndRequests.Interrupts;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.viewer.ReportFile;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that works through a plan in a session, which can be continued. */
abstract class PlanCommand extends BaseCommand {

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(paramLabel = "PLAN", description = "Read the start, what may change, and the rule from this YAML file.")
    protected Path plan = Path.of("");

    @Option(names = "--resume", description = "Continue the latest session of this plan.")
    protected boolean resume;

    @Option(
            names = "--anyway",
            description = "Run a plan that has no fair chance to keep any change, instead of refusing it.")
    protected boolean anyway;

    @Option(names = "--json", description = "Print the result as JSON.")
    protected boolean json;

    @Option(names = "--quiet", description = "Print no progress and no notices.")
    protected boolean quiet;

    /** The work of a session, once its plan was read. */
    interface Session<T> {

        T run() throws InterruptedException;
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLogging.hushLibraries();
        return run(isolation.registry(err()), runs.store());
    }

    abstract int run(Registry registry, RunStore store) throws InterruptedException;

    /** Runs a session that proposes changes, or has them from its plan and lets them race. */
    int improve(Registry registry, RunStore store, ImprovementSession.Options options) throws InterruptedException {
        ImprovementSession improvement = resume
                ? ImprovementSession.resume(registry, store, plan, options)
                : ImprovementSession.start(registry, store, plan, options);
        ImprovementSession.Result result = guarded(improvement::interrupt, () -> {
            ImprovementSession.Result ended = improvement.run(new ImproveCommand.ImproveProgress(err(), quiet));
            ReportFile.writeBoth(ended.report(), ended.folder());
            return ended;
        });
        out().print(json ? JsonCodec.write(result.json()) + "\n" : ImproveCommand.ImproveText.of(result, screen()));
        out().flush();
        if (!result.complete()) {
            return stopped();
        }
        if (result.refuted()) {
            err().println("guerdon: on tasks that nothing had seen, the champion earns less than the start");
            return ExitCode.INCOMPLETE;
        }
        return ExitCode.DONE;
    }

    /** Runs a session, and says of a fault that ends it how to go on. */
    @SuppressWarnings("try") // the interrupts are caught as long as the resource is open
    <T> T guarded(Runnable interrupt, Session<T> session) throws InterruptedException {
        try (Interrupts interrupts = new Interrupts(interrupt, err())) {
            return session.run();
        } catch (ProcessLock.Taken e) {
            throw e;
        } catch (IterationPlan.Hopeless e) {
            throw new EndedEarly(
                    e.getMessage() + " The runs of the start are stored, and '" + again()
                            + " --anyway' goes on with them.",
                    e);
        } catch (RuntimeException e) {
            throw new EndedEarly(
                    (e instanceof GuerdonException ? e.getMessage() : "unexpected " + e)
                            + "; what was done before it is stored, and '" + again() + "' goes on",
                    e);
        }
    }

    /** Ends a command whose session was interrupted. */
    int stopped() {
        err().println("guerdon: stopped; '" + again() + "' continues");
        return ExitCode.INTERRUPTED;
    }

    /** Returns the line that goes on with this plan. */
    private String again() {
        return InvokedCommand.line(
                spec.qualifiedName() + " " + InvokedCommand.quoted(plan.toString()) + " --resume" + runs.typed());
    }
}
