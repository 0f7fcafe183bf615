package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.Optional;

/** The model gave no answer: it was not reached, refused, or failed. */
@Internal
public final class ModelFailureRule implements DiagnosisRule {

    private static final int SHOWN = 300;

    @Override
    public String kind() {
        return "model_failure";
    }

    @Override
    public String remedy() {
        return "Fix the model's address, key or limits, and run these tasks again; their score says nothing about the agent.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        if (episode.episode().finish().kind() != FinishReason.Kind.MODEL_FAILED) {
            return Optional.empty();
        }
        String error = episode.episode().error();
        String says = error.isEmpty() ? "the run says no more than that" : Figures.quote(error);
        return Optional.of(Finding.of(
                        this,
                        0.97,
                        "The model failed after "
                                + Figures.times(episode.episode().steps(), "step")
                                + (error.isEmpty()
                                        ? "."
                                        : ": " + Figures.cut(episode.episode().errorInShort(), SHOWN)))
                .because(
                        episode.turns().isEmpty()
                                ? Evidence.overall(says)
                                : Evidence.at(episode.turns().getLast().index(), says))
                .wouldAtMost(episode));
    }
}
