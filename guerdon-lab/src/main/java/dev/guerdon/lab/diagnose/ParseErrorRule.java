package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import java.util.List;
import java.util.Optional;

/** Replies of the model could not be read as actions. */
@Internal
public final class ParseErrorRule implements DiagnosisRule {

    @Override
    public String kind() {
        return "parse_error";
    }

    @Override
    public String remedy() {
        return "Show the model an example of the format, and tell it in the next turn what could not be read.";
    }

    @Override
    public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return Cures.of(space, kind())
                .times(2, "A reminder may bring the form back.", "format_reminders")
                .say("action_format", "Write each action exactly in the form that was described, and nothing after it.")
                .list();
    }

    @Override
    public Optional<Finding> examine(DiagnosisCase episode) {
        boolean reminded = episode.episode().finish() == FinishReason.FORMAT_LIMIT;
        Optional<Finding> found = FailedTurns.examine(
                this, episode, Failures::unreadable, "A reply could not be read", reminded ? 0.5 : 0.02);
        return reminded && found.isEmpty()
                ? Optional.of(
                        Finding.of(this, 0.95, "The replies could not be read, however often the model was reminded.")
                                .because(Evidence.overall("it ended by " + FinishReason.FORMAT_LIMIT.word()))
                                .wouldAtMost(episode))
                : found;
    }
}
