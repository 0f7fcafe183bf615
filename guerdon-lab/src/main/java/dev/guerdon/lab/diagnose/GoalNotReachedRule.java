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

/** The episode ended, but what the environment asked for was not done, or not all of it. */
@Internal
public final class GoalNotReachedRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "goal_not_reached";
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
        if (!episode.gold().isBlank()) {
            return Optional.empty();
        }
        Finding finding = Finding.of(
                this,
                0.3,
                "The episode ended after " + Figures.times(episode.episode().steps(), "step") + " with a reward of "
                        + Figures.reward(episode.episode().reward()) + ".");
        if (episode.turns().isEmpty()) {
            return Optional.of(finding.because(
                    Evidence.overall("it ended by " + episode.episode().finish().word())));
        }
        var last = episode.turns().getLast();
        return Optional.of(finding.because(Evidence.at(last.index(), "last action: " + Figures.quote(last.action()))));
    }
}
