package dev.guerdon.spark.rows;

import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.spark.isolated.GuerdonLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.spark.TaskContext;

/** The places of the threads of one task that score rows one by one with one reward; they go when the task ends. */
final class Seats {

    private final Shipment shipment;
    private final String reward;
    private final Map<Thread, LineScorer.Seat> ofTask = new ConcurrentHashMap<>();

    Seats(Shipment shipment, String reward) {
        this.shipment = shipment;
        this.reward = reward;
    }

    /** Scores with the seat of this thread. */
    <T> T with(Function<LineScorer.Seat, T> call) {
        LineScorer.Seat seat = ofTask.get(Thread.currentThread());
        if (seat != null) {
            return within(seat, call);
        }
        TaskContext task = TaskContext.get();
        if (task == null) {
            // Spark folds constants on the driver, outside of any task.
            try (Scorers.Use use = Scorers.use(shipment);
                    LineScorer.Seat once = open(use)) {
                return within(once, call);
            }
        }
        Scorers.Use use = Scorers.use(shipment);
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
        return within(opened, call);
    }

    private LineScorer.Seat open(Scorers.Use use) {
        return use.plan(List.of(reward), Map.of()).seat();
    }

    private static <T> T within(LineScorer.Seat seat, Function<LineScorer.Seat, T> call) {
        return GuerdonLoader.shared().within(() -> call.apply(seat));
    }
}
