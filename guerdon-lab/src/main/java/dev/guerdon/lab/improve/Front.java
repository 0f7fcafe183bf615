package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The candidates that are best at something: no other one is at least as good on every training task and better on one.
 *
 * @param members the candidates in order of their age, with the number of tasks on which nobody is better
 */
@Internal
public record Front(Map<Contender, Integer> members) {

    private static final double SAME = 1e-9;

    /** The front of candidates that were run on all training tasks. What has no score counts for nobody. */
    static Front of(List<Contender> pool, List<String> tasks) {
        List<Contender> distinct = new ArrayList<>();
        for (Contender one : pool) {
            boolean dominated = pool.stream().anyMatch(other -> dominates(other, one, tasks));
            boolean twin = distinct.stream().anyMatch(other -> equal(other, one, tasks));
            if (!dominated && !twin) {
                distinct.add(one);
            }
        }
        Map<Contender, Integer> wins = new LinkedHashMap<>();
        for (Contender one : distinct) {
            int best = 0;
            for (String task : tasks) {
                Double mine = one.train().get(task);
                boolean beaten = mine == null
                        || distinct.stream().anyMatch(other -> other.train().getOrDefault(task, mine) > mine + SAME);
                best += beaten ? 0 : 1;
            }
            wins.put(one, best);
        }
        return new Front(wins);
    }

    private static boolean dominates(Contender other, Contender one, List<String> tasks) {
        boolean better = false;
        boolean compared = false;
        for (String task : tasks) {
            Double theirs = other.train().get(task);
            Double mine = one.train().get(task);
            if (theirs == null || mine == null) {
                continue;
            }
            compared = true;
            if (theirs < mine - SAME) {
                return false;
            }
            better |= theirs > mine + SAME;
        }
        return compared && better;
    }

    private static boolean equal(Contender other, Contender one, List<String> tasks) {
        return tasks.stream()
                .allMatch(task -> Math.abs(other.train().getOrDefault(task, Double.NaN)
                                        - one.train().getOrDefault(task, Double.NaN))
                                <= SAME
                        || (!other.train().containsKey(task) && !one.train().containsKey(task)));
    }

    /** The members in an order drawn by seed: the more tasks one is best on, the sooner it is likely to come. */
    List<Contender> drawn(long seed) {
        Random random = new Random(seed);
        List<Contender> left = new ArrayList<>(members.keySet());
        List<Contender> order = new ArrayList<>();
        while (!left.isEmpty()) {
            double total = left.stream().mapToDouble(this::weight).sum();
            double at = random.nextDouble() * total;
            int chosen = 0;
            while (chosen < left.size() - 1 && at >= weight(left.get(chosen))) {
                at -= weight(left.get(chosen));
                chosen++;
            }
            order.add(left.remove(chosen));
        }
        return order;
    }

    private double weight(Contender one) {
        return 0.1 + members.getOrDefault(one, 0);
    }
}
