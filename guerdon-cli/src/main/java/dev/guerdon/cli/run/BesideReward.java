package dev.guerdon.cli.run;

import dev.guerdon.api.Score;
import dev.guerdon.lab.spi.Episode;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a reward said of a run that another one decides on.
 *
 * @param mean the average over the episodes that it scored; NaN where there is none
 * @param scored how many episodes it scored
 * @param missing how many it could not score
 */
record BesideReward(double mean, int scored, int missing) {

    static BesideReward of(String name, List<Episode> episodes) {
        double sum = 0;
        int scored = 0;
        for (Episode episode : episodes) {
            OptionalDouble reward = reward(name, episode);
            sum += reward.orElse(0);
            scored += reward.isPresent() ? 1 : 0;
        }
        return new BesideReward(scored == 0 ? Double.NaN : sum / scored, scored, episodes.size() - scored);
    }

    String average() {
        return scored == 0 ? "n/a" : RunOutput.reward(mean);
    }

    /** Its reward of an episode, in a table. */
    static String cell(String name, Episode episode) {
        OptionalDouble reward = reward(name, episode);
        return reward.isPresent() ? RunOutput.reward(reward.getAsDouble()) : "unscored";
    }

    private static OptionalDouble reward(String name, Episode episode) {
        return episode.score() instanceof Score.Scored scored
                        && scored.result().extras().get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
