package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.answer.AnswerVariants;
import dev.guerdon.lab.answer.AnswerVariants.Variant;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Counterfactual;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/** The submitted answer says the right thing in a form that the reward does not take. */
@Internal
public final class WrongFormatRule implements DiagnosisRule {

    /** Below this gain another form did not matter. */
    private static final double LEAST_GAIN = 0.01;

    @Override
    public String kind() {
        return "wrong_format";
    }

    @Override
    public String remedy() {
        return "Ask for the bare value: no sentence, no unit, no currency, one item per line.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        if (!episode.answered() || !episode.episode().scored()) {
            return Optional.empty();
        }
        List<Variant> variants = AnswerVariants.of(episode.answer());
        List<Optional<Double>> scores =
                episode.rescore(variants.stream().map(Variant::text).toList());
        double reward = episode.episode().reward();
        int best = -1;
        double bestScore = reward + LEAST_GAIN;
        for (int i = 0; i < variants.size(); i++) {
            double score = scores.get(i).orElse(Double.NEGATIVE_INFINITY);
            // A value that had to be picked out of several must be clearly better than one that is simply there.
            if (score > bestScore + (best >= 0 && variants.get(i).picked() ? LEAST_GAIN : 0)) {
                best = i;
                bestScore = score;
            }
        }
        if (best < 0) {
            return Optional.empty();
        }
        Variant variant = variants.get(best);
        double most = episode.atMost().map(Counterfactual::score).orElse(Math.max(1, bestScore));
        double recovered = (bestScore - reward) / Math.max(most - reward, bestScore - reward);
        double certainty = variant.picked() ? 0.8 : 0.96;
        String changes = String.join(", ", variant.changes());
        return Optional.of(Finding.of(
                        this,
                        certainty * recovered,
                        "The answer scored " + Figures.reward(reward) + ", but its bare form scores "
                                + Figures.reward(bestScore) + ".")
                .because(
                        Evidence.overall("submitted: " + Figures.quote(episode.answer())),
                        Evidence.overall("bare: " + Figures.quote(variant.text()) + " (" + changes + ")"))
                .would(new Counterfactual(bestScore, variant.text(), false)));
    }
}
