package dev.guerdon.cli.iterate;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.cli.run.Progress;
import dev.guerdon.lab.Iteration;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.Decision;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said while a session goes on: a line for each change and what became of it, and on a terminal how far its run is. */
final class IterationProgress implements Iteration.Listener, AutoCloseable {

    private final PrintWriter err;
    private final boolean quiet;
    private final boolean terminal;
    private final int episodes;
    private volatile @Nullable Progress run;

    IterationProgress(PrintWriter err, boolean quiet, boolean terminal, int episodes) {
        this.err = err;
        this.quiet = quiet;
        this.terminal = terminal;
        this.episodes = episodes;
    }

    @Override
    public void begins(Candidate change, int number, int changes) {
        if (!quiet) {
            err.println(number == 0 ? "champion: " + change.name() : number + "/" + changes + " " + change.name());
            err.flush();
        }
        run = new Progress(err, quiet || !terminal, episodes, List.of(), System::nanoTime);
    }

    @Override
    public void decided(Decision decision) {
        close();
        if (!quiet) {
            err.println("  " + decision.verdict().words() + ": " + decision.reason()
                    + (decision.regressions().isEmpty()
                            ? ""
                            : " Regressed: "
                                    + String.join(
                                            ", ",
                                            decision.regressions().stream()
                                                    .limit(10)
                                                    .toList())
                                    + (decision.regressions().size() > 10 ? ", ..." : "")
                                    + "."));
            err.flush();
        }
    }

    @Override
    public void started(RolloutPlan plan) {
        Progress now = run;
        if (now != null) {
            now.started(plan);
        }
    }

    @Override
    public void turned(RolloutPlan plan, Turn turn) {
        Progress now = run;
        if (now != null) {
            now.turned(plan, turn);
        }
    }

    @Override
    public void ended(Rollout rollout) {
        Progress now = run;
        if (now != null) {
            now.ended(rollout);
        }
    }

    @Override
    public void close() {
        Progress now = run;
        if (now != null) {
            now.close();
            run = null;
        }
    }
}
