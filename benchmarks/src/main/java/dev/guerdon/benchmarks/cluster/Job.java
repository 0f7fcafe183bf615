package dev.guerdon.benchmarks.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job as it is simulated.
 *
 * @param name for tables
 * @param machines that it runs on
 * @param rules of the driver
 * @param stages one after the other
 * @param shippedBytes that each machine fetches from the driver before it starts
 * @param messageBytes between driver and executor for each piece
 */
record Job(String name, Machines machines, Rules rules, List<Stage> stages, double shippedBytes, double messageBytes) {

    Job {
        stages = List.copyOf(stages);
    }

    /** The outcomes of the seeds 1 to {@code seeds}. */
    List<Outcome> play(int seeds) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            outcomes.add(Simulation.run(machines, rules, stages, seed));
        }
        return outcomes;
    }

    /** Each thing that can be the limit, and the seconds below which it lets no job end. */
    Map<String, Double> bounds() {
        double fast = 1 - machines.slowShare() + machines.slowShare() / machines.slowFactor();
        double slots = machines.allSlots() * machines.speed() * fast;
        double work = 0;
        double bytes = 0;
        double requests = 0;
        double launches = 0;
        double commits = 0;
        double waits = 0;
        for (Stage stage : stages) {
            double waiting = stage.cost().waiting();
            work += stage.pieces() * stage.cost().mean() * ((1 - waiting) / slots + waiting / machines.allSlots());
            bytes += stage.pieces() * stage.bytes();
            requests += stage.pieces() * stage.requests() / stage.requestsPerSecond();
            launches += stage.pieces() * rules.launchSeconds();
            commits += stage.commits() ? stage.pieces() * rules.commitSeconds() : 0;
        }
        waits += rules.startSeconds()
                + machines.startSeconds()
                + machines.warmupSeconds() / machines.slots() / machines.speed();
        Map<String, Double> bounds = new LinkedHashMap<>();
        bounds.put("the slots", work);
        bounds.put("the store", bytes / machines.storeBytesPerSecond());
        bounds.put("the machines' network", bytes / machines.bytesPerSecond() / machines.count());
        bounds.put("the model", requests);
        bounds.put("the driver, launching", launches);
        bounds.put("the driver, committing", commits);
        bounds.put("starting", waits);
        return bounds;
    }

    /** What a job of this time spends most of it on. What no bound explains is unevenness: stragglers, and what failures cost. */
    String limit(double seconds) {
        Map<String, Double> bounds = bounds();
        String largest = "";
        double most = -1;
        for (Map.Entry<String, Double> bound : bounds.entrySet()) {
            if (bound.getValue() > most) {
                largest = bound.getKey();
                most = bound.getValue();
            }
        }
        double explained = largest.equals("starting") ? most : most + bounds.getOrDefault("starting", 0.0);
        return seconds - explained > most ? "stragglers" : largest;
    }

    /** Bytes of code that leave the driver. */
    double shipped() {
        return shippedBytes * machines.count();
    }

    /** Bytes of tasks and their results between driver and executors. */
    double messages() {
        return stages.stream().mapToDouble(Stage::pieces).sum() * messageBytes;
    }
}
