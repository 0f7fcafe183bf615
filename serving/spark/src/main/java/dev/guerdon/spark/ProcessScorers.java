package dev.guerdon.spark;

import dev.guerdon.cli.spi.LineScorer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.spark.TaskContext;

/** The scorers of this process, one for each shipment. */
final class ProcessScorers {
    private static final SharedByKey<Open> OPEN = new SharedByKey<>(open -> open.scorer.close());

    /** A scorer with the plans that were made by it. */
    record Open(LineScorer scorer, Map<List<Object>, LineScorer.Plan> plans) {

        LineScorer.Plan plan(List<String> rewards, Map<String, String> fields) {
            return plans.computeIfAbsent(
                    List.of(List.copyOf(rewards), Map.copyOf(fields)), any -> scorer.plan(rewards, fields));
        }
    }

    static LineScorer.Opener opener() {
        return GuerdonLoader.shared().create(LineScorer.OPENER, LineScorer.Opener.class);
    }

    /** Takes the scorer of a shipment, which is opened where this is the first to ask. */
    static SharedByKey<Open>.Use use(ScorerShipment shipment) {
        try {
            return OPEN.take(
                    shipment.id(),
                    folder -> new Open(opener().open(shipment.job(), folder), new ConcurrentHashMap<>()));
        } catch (IOException e) {
            throw new UncheckedIOException("the rewards could not be opened here: " + e.getMessage(), e);
        }
    }

    /** Asks a scorer something, on the driver. */
    static <T> T ask(ScorerShipment shipment, Function<LineScorer, T> question) {
        try (SharedByKey<Open>.Use use = use(shipment)) {
            return question.apply(use.value().scorer());
        }
    }

    /** The places of the threads of one task that score rows one by one with one reward; they go when the task ends. */
    static final class Seats {

        private final ScorerShipment shipment;
        private final String reward;
        private final Map<Thread, LineScorer.Seat> ofTask = new ConcurrentHashMap<>();

        Seats(ScorerShipment shipment, String reward) {
            this.shipment = shipment;
            this.reward = reward;
        }

        /** Scores with the seat of this thread. */
        <T> T with(Function<LineScorer.Seat, T> call) {
            LineScorer.Seat seat = ofTask.get(Thread.currentThread());
            if (seat != null) {
                return call.apply(seat);
            }
            TaskContext task = TaskContext.get();
            if (task == null) {
                // Spark folds constants on the driver, outside of any task.
                try (SharedByKey<Open>.Use use = use(shipment);
                        LineScorer.Seat once = open(use)) {
                    return call.apply(once);
                }
            }
            SharedByKey<Open>.Use use = use(shipment);
            Thread thread = Thread.currentThread();
            LineScorer.Seat opened;
            try {
                opened = open(use);
            } catch (RuntimeException | Error e) {
                use.close();
                throw e;
            }
            ofTask.put(thread, opened);
            task.addTaskCompletionListener(ended -> {
                ofTask.remove(thread);
                opened.close();
                use.close();
            });
            return call.apply(opened);
        }

        private LineScorer.Seat open(SharedByKey<Open>.Use use) {
            return use.value().plan(List.of(reward), Map.of()).seat();
        }
    }
}
