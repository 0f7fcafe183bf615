package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.List;
import java.util.Optional;

/** The agent did the same few things again and again. */
final class NavigationLoop {

    private static final int LONGEST_CYCLE = 4;
    private static final int LEAST_ROUNDS = 3;
    private static final int LEAST_TURNS_BEFORE_AN_ANSWER = 6;
    private static final int MOST_COMPARED = 20_000;

    /** A stretch of turns in which a cycle of actions repeats. */
    private record Loop(int from, int length, int rounds) {
        int turns() {
            return length * rounds;
        }
    }

    private NavigationLoop() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        List<Turn> turns = episode.turns();
        List<String> states = turns.stream().map(NavigationLoop::state).toList();
        Optional<Loop> longest = longest(states, turns);
        return longest.map(loop -> {
            double share = loop.turns() / (double) turns.size();
            return Finding.of(
                            rule,
                            certainty(episode, loop, share),
                            DisplayFormat.times(loop.length, "action") + " repeated " + loop.rounds + " times, "
                                    + DisplayFormat.percent(share) + " of all steps.")
                    .because(
                            Evidence.at(turns.get(loop.from).index(), DisplayFormat.quote(shown(turns.get(loop.from)))),
                            Evidence.at(
                                    turns.get(loop.from + loop.turns() - 1).index(),
                                    "still " + DisplayFormat.quote(shown(turns.get(loop.from + loop.turns() - 1)))))
                    .wouldAtMost(episode);
        });
    }

    private static double certainty(DiagnosisCase episode, Loop loop, double share) {
        List<Turn> repeated = episode.turns().subList(loop.from, loop.from + loop.turns());
        if (repeated.stream().filter(TurnFailures::any).count() * 2 > repeated.size()) {
            // Trying again what fails is not the cause; what made it fail is.
            return 0.25;
        }
        if (episode.answered()) {
            // Doing a thing a few times over, and then answering, is no loop.
            boolean most = loop.turns() >= LEAST_TURNS_BEFORE_AN_ANSWER && share >= 0.5 && !episode.goldSeen();
            return most ? 0.2 + 0.35 * share : 0.1 + 0.1 * share;
        }
        return share >= 0.4 && (episode.episode().truncated() || loop.turns() > LEAST_ROUNDS)
                ? 0.6 + 0.35 * share
                : 0.25 + 0.35 * share;
    }

    /** Returns what was done, where, and what came of it; times of day and the like aside, which change by themselves. */
    private static String state(Turn turn) {
        String seen = turn.observation();
        return shown(turn) + " = "
                + (seen.length() > MOST_COMPARED ? seen.substring(0, MOST_COMPARED) : seen)
                        .replaceAll("\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b|\\b\\d{4}-\\d{2}-\\d{2}[T ]\\S+", "")
                        .replaceAll("\\s+", " ");
    }

    private static String shown(Turn turn) {
        return turn.action().strip() + " @ " + DiagnosisCase.text(turn, TurnInfo.URL);
    }

    private static Optional<Loop> longest(List<String> states, List<Turn> turns) {
        Optional<Loop> longest = Optional.empty();
        for (int length = 1; length <= LONGEST_CYCLE; length++) {
            for (int from = 0; from + length * LEAST_ROUNDS <= states.size(); from++) {
                int end = from + length;
                // Waiting is not a loop, and neither are turns in which nothing was done.
                while (end < states.size()
                        && states.get(end).equals(states.get(end - length))
                        && !turns.get(end).action().isBlank()) {
                    end++;
                }
                Loop loop = new Loop(from, length, (end - from) / length);
                if (loop.rounds >= LEAST_ROUNDS
                        && loop.turns() > longest.map(Loop::turns).orElse(0)) {
                    longest = Optional.of(loop);
                }
            }
        }
        return longest;
    }
}
