package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.Figures;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The limit of turns, tokens, time or money ended the episode. */
@Internal
public final class StepBudgetRule implements DiagnosisRule {

    /** Limits that have causes of their own. */
    private static final Set<FinishReason> NOT_OF_STEPS = EnumSet.of(FinishReason.CUT_REPLY, FinishReason.FORMAT_LIMIT);

    @Override
    public String kind() {
        return "step_budget";
    }

    @Override
    public String remedy() {
        return "Raise the limit, or make the agent answer with what it has in its last turn.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .times(1.5, "Its steps were not enough.", "max_steps", "max_turns")
                .set("on", "An answer may earn something, no answer does not.", "force_submit")
                .times(0.7, "It was told too late to come to an end.", "urgency_step")
                .times(2.5, "Its steps were not enough.", "max_steps", "max_turns")
                .say("ending", "Keep count of your steps. Answer in the last one with the best you have.")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        FinishReason finish = episode.episode().finish();
        if (!episode.episode().truncated() || NOT_OF_STEPS.contains(finish)) {
            return Optional.empty();
        }
        String limit = finish == FinishReason.BUDGET ? "limit of tokens, time or money" : "limit of " + finish.limit();
        Finding finding = Finding.of(
                        this,
                        episode.answered() ? (episode.goldSeen() ? 0.25 : 0.4) : 0.8,
                        "The " + limit + " was reached after "
                                + Figures.times(episode.episode().steps(), "step")
                                + (episode.answered() ? "." : " without an answer."))
                .wouldAtMost(episode);
        if (episode.turns().isEmpty()) {
            finding = finding.because(Evidence.overall("it ended by " + finish.word()));
        } else {
            var last = episode.turns().getLast();
            finding = finding.because(Evidence.at(last.index(), "last action: " + Figures.quote(last.action())));
        }
        return Optional.of(episode.goldSighting()
                .map(turn -> Evidence.at(turn.index(), "the gold answer stood in what the model was shown here"))
                .map(finding::because)
                .orElse(finding));
    }
}
