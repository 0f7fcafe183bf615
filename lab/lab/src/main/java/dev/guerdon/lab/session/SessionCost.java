package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.text.DisplayFormat;
import java.time.Duration;
import java.util.Locale;

/**
 * Costs of a session.
 *
 * @param episodes how many episodes were run
 * @param usage what their models used, and the proposers'
 * @param time how long that took
 */
@Internal
public record SessionCost(long episodes, Usage usage, Duration time) {

    /** Nothing. */
    public static final SessionCost NOTHING = new SessionCost(0, Usage.NONE, Duration.ZERO);

    SessionCost plus(Episode episode) {
        return new SessionCost(episodes + 1, usage.plus(episode.usage()), time);
    }

    SessionCost plus(Usage more) {
        return new SessionCost(episodes, usage.plus(more), time);
    }

    SessionCost plus(Duration more) {
        return new SessionCost(episodes, usage, time.plus(more));
    }

    /** In words: {@code 120 episodes, 1.2 M tokens, 0.40 USD, 3 min 2 s}. */
    public String words() {
        StringBuilder words = new StringBuilder(DisplayFormat.times(episodes, "episode"));
        if (usage.tokens() > 0) {
            words.append(", ").append(DisplayFormat.count(usage.tokens())).append(" tokens");
        }
        if (usage.usd() > 0 || !usage.costKnown()) {
            words.append(String.format(Locale.ROOT, ", %.2f USD", usage.usd()))
                    .append(usage.costKnown() ? "" : " and what is not known");
        }
        return words.append(", ").append(DisplayFormat.duration(time)).toString();
    }

    /** Returns which limit would be passed with something reserved for the end; empty for none. */
    String limit(ImprovePlan.Budget budget, long reservedEpisodes) {
        double each = episodes == 0 ? 0 : (double) reservedEpisodes / episodes;
        if (budget.episodes() > 0 && episodes + reservedEpisodes >= budget.episodes()) {
            return "episodes";
        }
        if (budget.tokens() > 0 && usage.tokens() * (1 + each) >= budget.tokens()) {
            return "tokens";
        }
        if (budget.usd() > 0 && usage.usd() * (1 + each) >= budget.usd()) {
            return "money";
        }
        boolean late = budget.time().isPositive()
                && time.toMillis() * (1 + each) >= budget.time().toMillis();
        return late ? "time" : "";
    }
}
