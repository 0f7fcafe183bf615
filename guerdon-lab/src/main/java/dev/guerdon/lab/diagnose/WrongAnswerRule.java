package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/** The answer is wrong, or only partly right, for no reason that another rule knows. */
@Internal
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
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .anySection()
                .times(1.5, "More steps may lead further.", "max_steps", "max_turns")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        if (!episode.answered() || episode.gold().isBlank()) {
            return Optional.empty();
        }
        Finding finding = Finding.of(
                        this,
                        0.3,
                        "The answer was “" + Figures.cut(episode.answer(), 40) + "”, where “"
                                + Figures.cut(episode.gold(), 40) + "” is right.")
                .because(Evidence.overall(
                        "submitted " + Figures.quote(episode.answer()) + ", gold " + Figures.quote(episode.gold())))
                .wouldAtMost(episode);
        return Optional.of(episode.goldSighting()
                .map(turn -> finding.because(
                        Evidence.at(turn.index(), "the gold answer stood in what the model was shown here")))
                .orElse(finding));
    }
}
