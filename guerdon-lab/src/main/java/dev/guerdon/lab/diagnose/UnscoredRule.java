package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.Optional;

/** The reward could not score the episode. */
@Internal
public final class UnscoredRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "unscored";
    }

    @Override
    public String remedy() {
        return "Fix the reward or the task's fields, then score the stored episodes again with 'guerdon rescore'.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        if (!(episode.episode().score() instanceof Score.Unscored unscored)) {
            return Optional.empty();
        }
        // An episode that failed has no score because of that.
        double certainty = episode.episode().failed() ? 0.5 : 0.99;
        Finding finding = Finding.of(this, certainty, "The reward could not be computed: " + unscored.reason() + ".")
                .because(Evidence.overall(Figures.quote(unscored.message())));
        return Optional.of(episode.rescore(episode.answer())
                .map(score -> finding.would(new Finding.Counterfactual(score, episode.answer(), false)))
                .orElse(finding));
    }
}
