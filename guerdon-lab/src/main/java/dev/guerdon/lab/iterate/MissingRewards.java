package dev.guerdon.lab.iterate;

import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.lab.iterate.Trial.Outcome;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.text.Figures;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Decides on a candidate where rewards are missing, and refuses where the missing ones could turn the decision.
 *
 * <p>The decision is made from the tasks that are scored in both runs. It stands if it is the same with the lowest and with the highest
 * rewards in the place of all that are missing.
 *
 * @param outcome what the rule says where both runs are scored
 * @param decided whether the missing rewards could not change it
 */
@Internal
public record MissingRewards(Outcome outcome, boolean decided) {

    /**
     * Judges a candidate.
     *
     * @param trials makes a trial beside the champion's episodes
     * @param range the highest reward there is; the lowest is 0
     */
    public static MissingRewards judge(
            Function<List<Episode>, Trial> trials, List<Episode> champion, List<Episode> candidate, double range) {
        Set<String> missing = new HashSet<>();
        Stream.concat(champion.stream(), candidate.stream())
                .filter(episode -> !episode.scored())
                .forEach(episode -> missing.add(episode.task()));
        if (missing.isEmpty()) {
            return new MissingRewards(outcome(trials, champion, candidate), true);
        }
        Outcome seen = outcome(trials, without(champion, missing), without(candidate, missing));
        Outcome worst = outcome(trials, filled(champion, range), filled(candidate, 0));
        Outcome best = outcome(trials, filled(champion, 0), filled(candidate, range));
        boolean decided = seen.kept() == worst.kept() && seen.kept() == best.kept();
        String sentence = " " + Figures.times(missing.size(), "task") + " without a score in one of the runs "
                + (missing.size() == 1 ? "is" : "are") + " missing from this"
                + (decided
                        ? "; no rewards from 0 to " + Figures.reward(range) + " in their place would change it."
                        : ". Depending on their rewards, from 0 to " + Figures.reward(range)
                                + ", the gain lies between " + Figures.change(worst.gain()) + " and "
                                + Figures.change(best.gain()) + ", so no decision is possible.");
        return new MissingRewards(
                new Outcome(
                        seen.decided(),
                        seen.kept() && decided,
                        seen.gain(),
                        seen.pValue(),
                        seen.compared(),
                        seen.regressions(),
                        seen.reason() + sentence),
                decided);
    }

    private static Outcome outcome(
            Function<List<Episode>, Trial> trials, List<Episode> champion, List<Episode> candidate) {
        Trial trial = trials.apply(champion);
        candidate.forEach(one -> trial.add(one.task(), one.repeat(), one.reward()));
        return trial.outcome();
    }

    private static List<Episode> without(List<Episode> episodes, Set<String> tasks) {
        return episodes.stream().filter(one -> !tasks.contains(one.task())).toList();
    }

    private static List<Episode> filled(List<Episode> episodes, double reward) {
        return episodes.stream()
                .map(one -> one.scored() ? one : one.withScore(new Score.Scored(RewardResult.of(reward))))
                .toList();
    }
}
