package dev.guerdon.lab;

import dev.guerdon.lab.Finding.Evidence;
import java.util.Optional;

/** The answer is wrong, or only partly right, for no reason that another rule knows. */
public final class WrongAnswerRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "wrong_answer";
    }

    @Override
    public String remedy() {
        return "Read the episode step by step with 'guerdon show RUN TASK'.";
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        if (!episode.answered() && !episode.gold().isBlank()) {
            return Optional.empty();
        }
        boolean hasGold = !episode.gold().isBlank();
        Finding finding = Finding.of(
                        this,
                        0.3,
                        hasGold
                                ? "The answer differs from the gold one."
                                : "The episode ended with a reward of "
                                        + Figures.reward(episode.episode().reward()) + ".")
                .would(episode.atMost());
        if (hasGold) {
            finding = finding.because(Evidence.overall(
                    "submitted " + Figures.quote(episode.answer()) + ", gold " + Figures.quote(episode.gold())));
        }
        Finding found = finding;
        return Optional.of(episode.goldSighting()
                .map(turn -> found.because(
                        Evidence.at(turn.index(), "the gold answer stood in what the model was shown here")))
                .orElse(found));
    }
}
