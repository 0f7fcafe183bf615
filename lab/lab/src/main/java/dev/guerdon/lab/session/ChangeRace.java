package dev.guerdon.lab.session;

import dev.guerdon.lab.compare.FactorialRace;
import dev.guerdon.lab.compare.FactorialRace.Arms;
import dev.guerdon.lab.compare.FactorialRace.Standing;
import dev.guerdon.lab.compare.MeanInterval.BoundedInterval;
import dev.guerdon.lab.compare.PairSchedule;
import dev.guerdon.lab.session.CandidateRunner.Order;
import dev.guerdon.lab.session.ImprovementCandidate.Stage;
import dev.guerdon.lab.session.ImprovementCandidate.Tested;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Race of a session: plays the pairs of episodes that a {@link FactorialRace} draws, and says what became of each change.
 *
 * <p>A pair that is not scored in both arms is played once more, with another seed; then it counts for neither.
 */
final class ChangeRace {

    /** The seeds of a race are others than those of training and of the confirmation. */
    private static final long ROUNDS = 7_368_787;

    private static final long AGAIN = 86_028_121;
    private static final double LEVEL = 0.95;

    private final ImprovePlan plan;
    private final FactorialRace race;
    private final PairSchedule schedule;
    private final CachedEpisodeRunner results;
    private final Map<String, ImprovementCandidate> joined = new LinkedHashMap<>();
    private ImprovementCandidate champion;

    ChangeRace(ImprovePlan plan, TaskSplit split, CachedEpisodeRunner results, ImprovementCandidate start) {
        this.plan = plan;
        this.results = results;
        this.champion = start;
        this.schedule = new PairSchedule(split.tried(), split.clusters(), plan.seed());
        this.race = new FactorialRace(plan.race(split), schedule);
    }

    /** Returns how many changes may still join. */
    int places() {
        return plan.budget().tests() - joined.size();
    }

    /** Returns how many changes are not decided on. */
    int undecided() {
        return race.undecided().size();
    }

    int played() {
        return race.played();
    }

    ImprovementCandidate champion() {
        return champion;
    }

    /** Lets a change join; what sets the same target to another value is another level of the same factor. */
    void join(ImprovementCandidate one) {
        Set<String> excluded = new HashSet<>();
        joined.forEach((id, other) -> {
            if (excludes(one.patch(), other.patch())) {
                excluded.add(id);
            }
        });
        race.join(one.id(), excluded);
        joined.put(one.id(), one);
        one.reached(Stage.TESTED, Double.NaN);
        one.decided(Verdict.UNDECIDED, "The race has not decided on it.");
    }

    private static boolean excludes(Patch one, Patch other) {
        return one.changes().entrySet().stream()
                .anyMatch(change ->
                        !change.getValue().equals(other.changes().getOrDefault(change.getKey(), change.getValue())));
    }

    /** Plays the pairs up to the next look; gives the changes that were decided on. */
    List<ImprovementCandidate> play() throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        int every = ImprovePlan.Racing.EVERY;
        List<Arms> block = new ArrayList<>();
        List<Order> orders = new ArrayList<>();
        for (int pair = race.played(); pair < race.played() + every; pair++) {
            Arms arms = race.draw(pair);
            block.add(arms);
            orders.add(order(arms.first(), pair, 0));
            orders.add(order(arms.second(), pair, 0));
        }
        Map<Order, Double> rewards = rewards(orders);
        List<Order> again = new ArrayList<>();
        for (int i = 0; i < every; i++) {
            if (missing(rewards, orders.get(2 * i)) || missing(rewards, orders.get(2 * i + 1))) {
                int pair = race.played() + i;
                orders.set(2 * i, order(block.get(i).first(), pair, AGAIN));
                orders.set(2 * i + 1, order(block.get(i).second(), pair, AGAIN));
                again.addAll(orders.subList(2 * i, 2 * i + 2));
            }
        }
        rewards.putAll(rewards(again));
        if (race.played() == 0 && orders.stream().allMatch(order -> missing(rewards, order))) {
            throw new LabException("none of the first " + orders.size() + " episodes of the race has a score: "
                    + results.pairs(orders.subList(0, 1)).getFirst().score()
                    + "; there is nothing to improve on before that is fixed");
        }
        List<ImprovementCandidate> decided = new ArrayList<>();
        for (int i = 0; i < every; i++) {
            for (Standing one : race.add(
                    block.get(i),
                    rewards.getOrDefault(orders.get(2 * i), Double.NaN),
                    rewards.getOrDefault(orders.get(2 * i + 1), Double.NaN))) {
                decided.add(decide(one));
            }
        }
        for (String id : race.undecided()) {
            ImprovementCandidate one = Objects.requireNonNull(joined.get(id));
            if (champion.values().entrySet().containsAll(one.patch().changes().entrySet())) {
                race.drop(id);
                one.decided(Verdict.ROLLED_BACK, "All that it changes is part of what was kept.");
                decided.add(one);
            }
        }
        return decided;
    }

    private static boolean missing(Map<Order, Double> rewards, Order order) {
        return Double.isNaN(rewards.getOrDefault(order, Double.NaN));
    }

    private Order order(Set<String> changes, int pair, long more) {
        Map<String, String> values = new TreeMap<>(champion.values());
        joined.forEach((id, one) -> {
            if (changes.contains(id)) {
                values.putAll(one.patch().changes());
            }
        });
        long seed = plan.seed() + ROUNDS * (schedule.round(pair) + 1L) + more;
        return new Order(
                Patch.Space.digest(values),
                values,
                List.of(schedule.task(pair)),
                plan.repeat(),
                seed,
                "pair " + (pair + 1));
    }

    /** Returns the mean over the repeats that have a score; NaN if none has. */
    private Map<Order, Double> rewards(List<Order> orders)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        List<Episode> episodes = results.pairs(orders);
        Map<Order, Double> rewards = new LinkedHashMap<>();
        for (int i = 0; i < orders.size(); i++) {
            OptionalDouble mean = episodes.subList(i * plan.repeat(), (i + 1) * plan.repeat()).stream()
                    .filter(Episode::scored)
                    .mapToDouble(Episode::reward)
                    .average();
            rewards.put(orders.get(i), mean.orElse(Double.NaN));
        }
        return rewards;
    }

    private ImprovementCandidate decide(Standing standing) {
        ImprovementCandidate one = Objects.requireNonNull(joined.get(standing.change()));
        double range = plan.rule().range();
        double[] differences =
                standing.differences().stream().mapToDouble(Double::doubleValue).toArray();
        one.tested(new Tested(
                standing.gain(),
                BoundedInterval.of(differences, -range, range, LEVEL, plan.seed()),
                standing.pairs(),
                "pair",
                standing.level(),
                champion.id()));
        boolean kept = standing.status() == FactorialRace.Status.KEPT;
        one.decided(kept ? Verdict.KEPT : Verdict.ROLLED_BACK, sentence(standing));
        if (kept) {
            one.standsOn(champion);
            champion = one;
        }
        return one;
    }

    private static String sentence(Standing standing) {
        String outcome = "With it more in " + standing.wins() + " of "
                + DisplayFormat.times(standing.pairs(), "pair") + " of episodes, less in " + standing.losses()
                + switch (standing.status()) {
                    case KEPT -> ": chance explains this badly.";
                    case FUTILE -> ": too far behind for more pairs to change it.";
                    case UNSURE, UNDECIDED -> ": this may well be chance.";
                };
        if (standing.missing() == 0) {
            return outcome;
        }
        return outcome + " " + DisplayFormat.times(standing.missing(), "pair") + " without a score left out"
                + (standing.status() != FactorialRace.Status.KEPT
                        ? "."
                        : standing.sturdy()
                                ? "; it would be kept even if all of these had gone against it."
                                : "; if all of these had gone against it, it would not be kept.");
    }
}
