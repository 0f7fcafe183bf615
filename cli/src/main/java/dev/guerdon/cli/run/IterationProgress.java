package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.lab.IterationSession;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.io.PrintWriter;
import java.util.List;

/** Progress of a session for the user: a line for each change and its outcome, and how far its run is. */
final class IterationProgress implements IterationSession.Listener, AutoCloseable {

    private static final RolloutListener NOTHING = new RolloutListener() {};

    private final PrintWriter err;
    private final TerminalScreen screen;
    private final boolean quiet;
    private final ProgressMode mode;
    private final int episodes;
    private volatile RolloutListener run = NOTHING;

    IterationProgress(PrintWriter err, TerminalScreen screen, boolean quiet, int episodes) {
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
        }
    }

    @Override
    public void begins(Candidate change, int number, int changes) {
        String what = number == 0 ? "champion: " : number > changes ? "confirmation: " : number + "/" + changes + " ";
        notice(what + change.name());
        close();
        run = new RunProgress(err, screen, mode, episodes, List.of());
    }

    @Override
    public void decided(Decision decision) {
        close();
        List<String> regressed = decision.regressions().stream().limit(10).toList();
        String more = regressed.size() < decision.regressions().size() ? ", ..." : "";
        notice("  " + decision.verdict().words() + ": " + decision.reason()
                + (regressed.isEmpty() ? "" : " Regressed: " + String.join(", ", regressed) + more + "."));
    }

    @Override
    public void started(RolloutPlan plan) {
        run.started(plan);
    }

    @Override
    public void turned(RolloutPlan plan, Turn turn) {
        run.turned(plan, turn);
    }

    @Override
    public void waiting(RolloutPlan plan, ModelWait wait) {
        run.waiting(plan, wait);
    }

    @Override
    public void ended(Rollout rollout) {
        run.ended(rollout);
    }

    @Override
    public void close() {
        if (run instanceof RunProgress progress) {
            progress.close();
        }
        run = NOTHING;
    }
}
