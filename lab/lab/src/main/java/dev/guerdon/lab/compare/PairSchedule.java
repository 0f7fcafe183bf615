package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Order in which the tasks of a race are played: in rounds, each in a random order of its own, those of a cluster one after the other.
 *
 * @param tasks the ids of the tasks
 * @param clusters the cluster of a task; a task without one is a cluster of its own
 * @param seed draws the orders
 */
@Internal
public record PairSchedule(List<String> tasks, Map<String, String> clusters, long seed) {

    private static final long PRIME = 15_485_863;

    public PairSchedule {
        tasks = List.copyOf(tasks);
        clusters = Map.copyOf(clusters);
        if (tasks.isEmpty()) {
            throw new LabException("a race needs at least one task");
        }
    }

    /** Returns the round that a pair belongs to, from 0. */
    public int round(int pair) {
        return pair / tasks.size();
    }

    /** Returns the task of a pair. */
    public String task(int pair) {
        return order(round(pair)).get(pair % tasks.size());
    }

    /** Tells whether a pair is the last of its cluster in its round. */
    boolean endsCluster(int pair) {
        if (clusters.isEmpty()) {
            return true;
        }
        List<String> order = order(round(pair));
        int place = pair % tasks.size();
        return place == order.size() - 1 || !cluster(order.get(place)).equals(cluster(order.get(place + 1)));
    }

    private String cluster(String task) {
        // No name of a cluster is taken for the id of a task.
        return clusters.containsKey(task) ? "cluster " + clusters.get(task) : "task " + task;
    }

    private List<String> order(int round) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        tasks.forEach(task ->
                groups.computeIfAbsent(cluster(task), none -> new ArrayList<>()).add(task));
        List<List<String>> shuffled = new ArrayList<>(groups.values());
        Random random = new Random(seed + PRIME * round);
        Collections.shuffle(shuffled, random);
        List<String> order = new ArrayList<>();
        shuffled.forEach(group -> {
            Collections.shuffle(group, random);
            order.addAll(group);
        });
        return order;
    }
}
