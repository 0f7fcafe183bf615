package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A race between changes: which of them make an agent better, with an exact chance of error over all of them.
 *
 * <p>A pair of episodes plays one task twice, once with a random half of the undecided changes and once with the other half, so each pair
 * informs on every change. If a change does nothing, the coin that put it into one of the arms says nothing of which arm earned more,
 * whatever the other changes do: its walk of gains and losses has fair signs, and its boundary is that of a {@link FairWalk}. The chance
 * of error is shared by Holm's rule, and spent early rather than late.
 *
 * <p>Changes that exclude each other are levels of one factor: a pair draws one of them, which meets what stands. The state is the list of
 * what joined and of the pairs. Not thread-safe.
 */
@Internal
public final class FactorialRace {

    /** Rewards are rounded to so many steps of the range, so that all walks can be counted. */
    static final int GRID = 50;

    /** From this share of the planned pairs on, a change that is far from its boundary is dropped. */
    private static final double FUTILE_FROM = 0.3;

    private static final double FUTILE_AT = -0.6;
    private static final double FUTILE_SLOPE = 1.6;
    private static final long PRIME = 32_452_843;

    /**
     * Plan of a race.
     *
     * @param alpha the chance that at least one useless change is kept
     * @param changes how many changes may join in all, which share alpha
     * @param pairs how many pairs are planned for a change from where it joins
     * @param every after how many pairs the changes are looked at
     * @param range the highest reward less the lowest
     */
    public record Plan(double alpha, int changes, int pairs, int every, double range) {
        public Plan {
            if (!(alpha > 0 && alpha < 1) || changes < 1 || pairs < 1 || every < 1 || !(range > 0)) {
                throw new LabException(
                        "a race needs an alpha between 0 and 1, and at least one change, pair and look; found "
                                + "alpha " + alpha + ", " + changes + " changes, " + pairs + " pairs, a look every "
                                + every
                                + ", range " + range);
            }
        }
    }

    /** The changes that each episode of a pair has in addition to what was kept. */
    public record Arms(Set<String> first, Set<String> second) {
        public Arms {
            first = Set.copyOf(first);
            second = Set.copyOf(second);
        }
    }

    /** Status of a change in a race. */
    public enum Status {
        UNDECIDED,
        KEPT,
        /** So far behind that more pairs would hardly change it. */
        FUTILE,
        /** All planned pairs were played, and it did not reach its boundary. */
        UNSURE
    }

    /**
     * Standing of a change.
     *
     * @param pairs how many pairs told of it
     * @param wins in how many of them the arm that has it earned more
     * @param losses in how many it earned less
     * @param gain the mean difference between the arm that has it and the other
     * @param level its share of alpha
     * @param missing how many pairs had no score
     * @param sturdy whether it would also be kept if all of these had gone against it
     * @param differences the differences, one for each pair
     */
    public record Standing(
            String change,
            Status status,
            int pairs,
            int wins,
            int losses,
            double gain,
            double level,
            int missing,
            boolean sturdy,
            List<Double> differences) {
        public Standing {
            differences = List.copyOf(differences);
        }
    }

    private final Plan plan;
    private final PairSchedule schedule;
    private final Map<String, Entrant> entrants = new LinkedHashMap<>();
    private int kept;
    private int played;

    /** Creates a race on tasks, in which no change takes part yet. */
    public FactorialRace(Plan plan, PairSchedule schedule) {
        this.plan = plan;
        this.schedule = schedule;
    }

    /**
     * Lets a change join.
     *
     * @param excluded the changes that it cannot be combined with; those that do not take part count for nothing
     */
    public void join(String change, Set<String> excluded) {
        if (entrants.size() >= plan.changes()) {
            throw new LabException("the plan reserves shares of alpha for " + plan.changes() + " changes, and '"
                    + change + "' would be one more; raise 'tests' in a new plan");
        }
        if (entrants.putIfAbsent(change, new Entrant(change, excluded, played)) != null) {
            throw new LabException("the change '" + change + "' takes part already");
        }
    }

    /** Takes an undecided change out of the race, which costs no error. */
    public void drop(String change) {
        open().stream().filter(one -> one.change.equals(change)).forEach(one -> one.status = Status.FUTILE);
    }

    /** Returns how many pairs were played. */
    public int played() {
        return played;
    }

    /** Returns the changes that are not decided on, in the order in which they joined. */
    public List<String> undecided() {
        return open().stream().map(one -> one.change).toList();
    }

    /** Returns how all changes stand, in the order in which they joined. */
    public List<Standing> standings() {
        return entrants.values().stream().map(this::standing).toList();
    }

    /** Draws the arms of a pair that is still to be played; the same number always gives the same. */
    public Arms draw(int pair) {
        SplittableRandom random = new SplittableRandom(schedule.seed() ^ (PRIME * (pair + 1L)));
        Set<String> first = new TreeSet<>();
        Set<String> second = new TreeSet<>();
        for (List<Entrant> levels : factors()) {
            Entrant drawn = levels.get(random.nextInt(levels.size()));
            (random.nextBoolean() ? first : second).add(drawn.change);
        }
        return new Arms(first, second);
    }

    /**
     * Takes the next pair, and looks at the changes where it is time to.
     *
     * @param first the reward of the first arm; NaN if it has none, then the pair counts for neither side
     * @param second that of the second
     * @return the changes that were decided on
     */
    public List<Standing> add(Arms arms, double first, double second) {
        boolean ends = schedule.endsCluster(played);
        for (Entrant one : open()) {
            int side = arms.first().contains(one.change) ? 1 : arms.second().contains(one.change) ? -1 : 0;
            if (side != 0) {
                one.add(side * (first - second));
            }
            if (ends) {
                one.step();
            }
        }
        played++;
        return played % plan.every() == 0 ? look() : List.of();
    }

    private List<Standing> look() {
        List<Standing> decided = new ArrayList<>();
        for (Entrant winner = crossed(); winner != null; winner = crossed()) {
            winner.status = Status.KEPT;
            winner.level = level();
            decided.add(standing(winner));
            kept++;
            Entrant now = winner;
            // What stands is another state now, so what excludes it is compared anew.
            open().stream().filter(now::excludes).forEach(Entrant::beginAnew);
        }
        for (Entrant one : open()) {
            double share = share(one);
            if (share >= FUTILE_FROM && one.behind(FUTILE_AT + FUTILE_SLOPE * share)) {
                one.status = Status.FUTILE;
            } else if (share >= 1) {
                one.status = Status.UNSURE;
            }
            if (one.status != Status.UNDECIDED) {
                decided.add(standing(one));
            }
        }
        return decided;
    }

    /** Returns the first change that crosses its boundary, those that lead most first; null if none does. */
    private @Nullable Entrant crossed() {
        List<Entrant> byLead = new ArrayList<>(open());
        byLead.sort(Comparator.comparingLong(one -> -one.seen.lead));
        for (Entrant one : byLead) {
            double budget = level() * Math.log1p((Math.E - 1) * share(one));
            if (one.crosses(budget)) {
                return one;
            }
        }
        return null;
    }

    /** Returns the share of alpha of each change: what a kept one had passes on to the others. */
    private double level() {
        return plan.alpha() / (plan.changes() - kept);
    }

    /** Returns the share of the pairs planned for a change that were played. */
    private double share(Entrant one) {
        return Math.min(1, (played - one.joined) / (double) plan.pairs());
    }

    private List<Entrant> open() {
        return entrants.values().stream()
                .filter(one -> one.status == Status.UNDECIDED)
                .toList();
    }

    /** Returns the undecided changes by factor: those that exclude each other, also by way of others, together. */
    private List<List<Entrant>> factors() {
        List<List<Entrant>> factors = new ArrayList<>();
        for (Entrant one : open()) {
            List<Entrant> joined = new ArrayList<>();
            factors.removeIf(factor -> {
                boolean same = factor.stream().anyMatch(one::excludes);
                if (same) {
                    joined.addAll(factor);
                }
                return same;
            });
            joined.add(one);
            factors.add(joined);
        }
        return factors;
    }

    private Standing standing(Entrant one) {
        double[] differences = one.differences.toArray();
        return new Standing(
                one.change,
                one.status,
                differences.length,
                (int) Arrays.stream(differences).filter(d -> d > 0).count(),
                (int) Arrays.stream(differences).filter(d -> d < 0).count(),
                Arrays.stream(differences).average().orElse(Double.NaN),
                one.status == Status.KEPT ? one.level : level(),
                one.missing,
                one.worst == null || one.worst.crossed,
                Arrays.stream(differences).boxed().toList());
    }

    /** A change and its evidence. */
    private final class Entrant {
        private final String change;
        private final Set<String> excluded;
        private final int joined;
        private final NumberList differences = new NumberList();
        private Evidence seen = new Evidence(new FairWalk());

        /** The evidence with all missing pairs against the change; null as long as none is missing. */
        private @Nullable Evidence worst;

        private int missing;
        private double level;
        private Status status = Status.UNDECIDED;

        Entrant(String change, Set<String> excluded, int joined) {
            this.change = change;
            this.excluded = Set.copyOf(excluded);
            this.joined = joined;
        }

        boolean excludes(Entrant other) {
            return excluded.contains(other.change) || other.excluded.contains(change);
        }

        void add(double difference) {
            if (Double.isNaN(difference)) {
                missing++;
                worst = worst == null ? seen.copy() : worst;
                worst.pending -= GRID;
                return;
            }
            if (Math.abs(difference) > plan.range() * (1 + 1e-9)) {
                throw new LabException("a difference of rewards must lie within " + -plan.range() + " and "
                        + plan.range() + ", found " + difference + "; give the plan the 'range' of this reward");
            }
            differences.add(difference);
            long units = Math.round(Math.abs(difference) * GRID / plan.range());
            seen.pending += difference < 0 ? -units : units;
            if (worst != null) {
                worst.pending += difference < 0 ? -units : units;
            }
        }

        void step() {
            seen.step();
            if (worst != null) {
                worst.step();
            }
        }

        boolean crosses(double budget) {
            if (worst != null) {
                worst.crosses(budget);
            }
            return seen.crosses(budget);
        }

        boolean behind(double boundary) {
            return seen.squares > 0 && seen.lead <= boundary * Math.sqrt(seen.squares);
        }

        void beginAnew() {
            seen = new Evidence(seen.walk.anew());
            worst = worst == null ? null : new Evidence(worst.walk.anew());
            differences.clear();
        }
    }

    /** A walk that was seen, in steps of the grid. */
    private static final class Evidence {
        private final FairWalk walk;
        private long lead;
        private double squares;

        /** The sum over a cluster that has not ended. */
        private long pending;

        private boolean crossed;

        Evidence(FairWalk walk) {
            this.walk = walk;
        }

        Evidence copy() {
            Evidence copy = new Evidence(walk.copy());
            copy.lead = lead;
            copy.squares = squares;
            copy.pending = pending;
            return copy;
        }

        void step() {
            walk.step(pending);
            lead += pending;
            squares += (double) pending * pending;
            pending = 0;
        }

        boolean crosses(double budget) {
            OptionalLong bound = walk.look(budget);
            crossed |= bound.isPresent() && lead >= bound.getAsLong();
            return crossed;
        }
    }
}
