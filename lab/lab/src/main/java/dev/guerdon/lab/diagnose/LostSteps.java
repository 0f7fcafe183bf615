package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the step of an environment in which reward was lost, or after which none came any more. */
final class LostSteps {

    private LostSteps() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        if (!episode.gold().isBlank() || !episode.recorded()) {
            return Optional.empty();
        }
        List<Turn> turns = episode.turns();
        String reward = DisplayFormat.reward(episode.episode().reward());
        Optional<Turn> worst =
                turns.stream().filter(turn -> turn.reward() < 0).min(Comparator.comparingDouble(Turn::reward));
        Optional<Turn> last = turns.stream().filter(turn -> turn.reward() > 0).reduce((a, b) -> b);
        int steps = episode.episode().steps();
        if (worst.isPresent()) {
            double before = turns.stream()
                    .takeWhile(turn -> turn.index() < worst.get().index())
                    .mapToDouble(Turn::reward)
                    .sum();
            return Optional.of(Finding.of(
                            rule,
                            0.35,
                            "Step " + (worst.get().index() + 1) + " of " + DisplayFormat.count(steps) + " lost "
                                    + DisplayFormat.reward(-worst.get().reward()) + " of reward; "
                                    + DisplayFormat.reward(before) + " had been earned before it.")
                    .because(seen(worst.get(), "it did ")));
        }
        if (last.isPresent()) {
            return Optional.of(Finding.of(
                            rule,
                            0.3,
                            "No reward came after step " + (last.get().index() + 1) + " of "
                                    + DisplayFormat.count(steps) + "; the episode ended with " + reward + ".")
                    .because(seen(last.get(), "the last step that earned something did ")));
        }
        String ended = "No step earned anything in " + DisplayFormat.times(steps, "step")
                + "; the episode ended with a reward of " + reward + ".";
        return Optional.of(Finding.of(rule, 0.3, ended)
                .because(
                        turns.isEmpty()
                                ? Evidence.overall("it ended by "
                                        + episode.episode().finish().word())
                                : seen(turns.getLast(), "the last step did ")));
    }

    /** Returns what was done in a step and what came of it. */
    private static Evidence seen(Turn turn, String lead) {
        String done = turn.action().isBlank() ? turn.reply() : turn.action();
        String after = turn.observation().isBlank() ? turn.error() : turn.observation();
        return Evidence.at(
                turn.index(),
                lead
                        + (done.isBlank() ? "nothing" : DisplayFormat.quote(done))
                        + (after.isBlank() ? "" : ", and was shown " + DisplayFormat.quote(after)));
    }
}
