package dev.guerdon.cli.iterate;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.cli.run.Progress;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.lab.Iteration;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.Decision;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a user sees while a session goes on: a line for each change and its outcome, and how far its run is. */
final class IterationProgress implements Iteration.Listener, AutoCloseable {

    private final PrintWriter err;
    private final Screen screen;
    private final boolean quiet;
    private final ProgressMode mode;
    private final int episodes;
    private volatile @Nullable Progress run;

    IterationProgress(PrintWriter err, Screen screen, boolean quiet, int episodes) {
        this.err = err;
        this.screen = screen;
        this.quiet = quiet;
        this.mode = ProgressMode.of(quiet, screen);
        this.episodes = episodes;
    }

    @Override
    public void notice(String sentence) {
        if (!quiet) {
            err.println(sentence);
            err.flush();
        }
    }

    @Override
    public void begins(Candidate change, int number, int changes) {
        if (!quiet) {
            err.println(
                    number == 0
                            ? "champion: " + change.name()
                            : number > changes
                                    ? "confirmation: " + change.name()
                                    : number + "/" + changes + " " + change.name());
            err.flush();
        }
        close();
        run = new Progress(err, screen, mode, episodes, List.of());
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
    public void waiting(RolloutPlan plan, ModelWait wait) {
        Progress now = run;
        if (now != null) {
            now.waiting(plan, wait);
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
