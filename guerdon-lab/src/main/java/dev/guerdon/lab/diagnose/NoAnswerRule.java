package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/** The episode ended without an answer. */
@Internal
public final class NoAnswerRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "no_answer";
    }

    @Override
    public String remedy() {
        return "Make the agent answer in its last turn, with the best it has.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .set("on", "An answer may earn something, no answer does not.", "force_submit")
                .say("ending", "Always give an answer in the end, the best you have.")
                .timesAll(2.5, "It may have been on its way when its steps were used up.", "max_steps", "urgency_step")
                .times(0.7, "It was told too late to come to an end.", "urgency_step")
                .anySection()
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        boolean endedByEnvironment =
                episode.gold().isBlank() && episode.episode().finish() == FinishReason.TERMINAL;
        if (episode.answered() || endedByEnvironment) {
            return Optional.empty();
        }
        Finding finding = Finding.of(
                        this,
                        0.5,
                        (episode.answer().isBlank()
                                        ? "The episode ended without an answer after "
                                        : "The agent gave up after ")
                                + Figures.times(episode.episode().steps(), "step") + ".")
                .because(last(episode))
                .wouldAtMost(episode);
        return Optional.of(episode.goldSighting()
                .map(turn -> finding.because(
                        Evidence.at(turn.index(), "the gold answer stood in what the model was shown here")))
                .orElse(finding));
    }

    private static Evidence last(DiagnosisCase episode) {
        String how = "it ended by " + episode.episode().finish().word()
                + (episode.answer().isBlank()
                        ? ", and submitted nothing"
                        : ", and submitted " + Figures.quote(episode.answer()));
        return episode.turns().isEmpty()
                ? Evidence.overall(how)
                : Evidence.at(episode.turns().getLast().index(), how);
    }
}
