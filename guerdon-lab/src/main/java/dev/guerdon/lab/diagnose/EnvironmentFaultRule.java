package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/** The environment, or what the episode ran on, broke; the agent is not to blame. */
@Internal
public final class EnvironmentFaultRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "environment_fault";
    }

    @Override
    public String remedy() {
        return "Run these tasks again before judging the agent; their score says nothing about it.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        List<Turn> faults = episode.turns().stream()
                .filter(turn -> !Failures.environment(turn).isEmpty())
                .toList();
        boolean failed =
                episode.episode().failed() && episode.episode().finish().kind() != FinishReason.Kind.MODEL_FAILED;
        if (faults.isEmpty() && !failed) {
            return Optional.empty();
        }
        Finding finding = Finding.of(
                        this,
                        certainty(episode, failed, faults),
                        failed
                                ? episode.episode().finish() == FinishReason.ENVIRONMENT_LOST
                                        ? "The environment was lost."
                                        : "The episode ended in an error."
                                : "The environment broke in " + Figures.times(faults.size(), "step") + ".")
                .wouldAtMost(episode);
        for (Turn turn : faults.subList(0, Math.min(3, faults.size()))) {
            finding = finding.because(Evidence.at(turn.index(), Figures.quote(Failures.environment(turn))));
        }
        String error = episode.episode().error();
        if (!error.isEmpty()) {
            return Optional.of(finding.because(Evidence.overall(Figures.quote(error))));
        }
        return Optional.of(
                faults.isEmpty() ? finding.because(Evidence.overall("the run says no more than that")) : finding);
    }

    private static double certainty(DiagnosisCase episode, boolean failed, List<Turn> faults) {
        if (failed) {
            return faults.isEmpty() ? 0.93 : 0.98;
        }
        return episode.answered() ? (episode.goldSeen() ? 0.2 : 0.4) : 0.93;
    }
}
