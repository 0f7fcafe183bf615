package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.Figures;
import dev.guerdon.lab.text.GoldText;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds texts of which the model saw only the beginning. */
final class CutText {

    /** How sure a rule is that the cut cost the reward when the gold answer stood behind it and nowhere else. */
    private static final double BEHIND_THE_CUT = 0.92;

    private CutText() {}

    /**
     * Looks for the gold answer behind a cut; else for the turn that lost the largest share of its text.
     *
     * @param textKey where a turn has the whole text
     * @param cutKey where a turn says at how many characters it was cut
     * @param suspicion how sure the rule is where the gold answer itself is not in the text, as when it must be computed from it
     */
    static Optional<Finding> examine(
            DiagnosisRule rule, DiagnosisCase episode, String thing, String textKey, String cutKey, double suspicion) {
        if (episode.goldSeen()) {
            return Optional.empty();
        }
        Optional<Turn> worst = Optional.empty();
        double worstHidden = 0;
        for (Turn turn : episode.turns()) {
            String text = DiagnosisCase.text(turn, textKey);
            int cut = DiagnosisCase.whole(turn, cutKey);
            if (cut < 0 || cut >= text.length()) {
                continue;
            }
            GoldText gold = GoldText.of(episode.gold());
            OptionalInt behind = gold.findFrom(text, cut);
            if (behind.isPresent() && gold.share(text) >= GoldText.MOST) {
                double certainty = gold.specific() ? BEHIND_THE_CUT : BEHIND_THE_CUT / 2;
                return Optional.of(Finding.of(
                                rule,
                                certainty,
                                "The answer stood in the " + thing + " at character "
                                        + Figures.count(behind.getAsInt()) + "; the model saw the first "
                                        + Figures.count(cut) + " of " + Figures.count(text.length()) + ".")
                        .because(Evidence.at(
                                turn.index(),
                                "behind the cut: " + Figures.quote(GoldText.excerpt(text, behind.getAsInt()))))
                        .wouldAtMost(episode));
            }
            double hidden = 1 - cut / (double) text.length();
            if (hidden > worstHidden) {
                worstHidden = hidden;
                worst = Optional.of(turn);
            }
        }
        double share = worstHidden;
        return worst.filter(turn -> share >= 0.05)
                .map(turn -> Finding.of(
                                rule,
                                suspicion,
                                "The model did not see " + Figures.percent(share) + " of a " + thing
                                        + " that it worked from.")
                        .because(Evidence.at(
                                turn.index(),
                                "cut at " + Figures.count(DiagnosisCase.whole(turn, cutKey)) + " of "
                                        + Figures.count(DiagnosisCase.text(turn, textKey)
                                                .length())
                                        + " characters"))
                        .wouldAtMost(episode));
    }
}
