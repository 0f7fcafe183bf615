package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Runs candidates and finds out why they lost reward; a simulation does so without any agent. */
@Internal
public interface CandidateRunner {

    /**
     * Episodes that are wanted.
     *
     * @param state the candidate's digest
     * @param values the value of each target
     * @param tasks the tasks, each to be run so often
     * @param repeat how often each task
     * @param seed the run's seed
     * @param note what it is for, in a few words
     */
    record Order(String state, Map<String, String> values, List<String> tasks, int repeat, long seed, String note) {

        /** Returns the same for some of its tasks. */
        Order on(List<String> some) {
            return new Order(state, values, some, repeat, seed, note);
        }
    }

    /**
     * Runs episodes, and hands over each that is final as soon as it is. What it does not hand over was not run: the user stopped it.
     *
     * @throws dev.guerdon.core.base.EndedEarly for a fault that says nothing about the candidate
     * @throws dev.guerdon.api.GuerdonException where this candidate cannot be run
     */
    void run(Order order, Consumer<Episode> done) throws InterruptedException;

    /** Runs several orders, at once if that is possible. */
    default void runAll(List<Order> orders, BiConsumer<Order, Episode> done) throws InterruptedException {
        for (Order order : orders) {
            run(order, episode -> done.accept(order, episode));
        }
    }

    /**
     * Tells what is wrong with a state before it is run.
     *
     * @throws dev.guerdon.api.GuerdonException if it cannot be run
     */
    default void check(Map<String, String> values, List<String> tasks) {}

    /** Returns why a candidate lost reward on tasks that it was run on. */
    default Diagnosis diagnose(String state, Map<String, String> values, List<String> tasks) {
        return new Diagnosis("", List.of(), List.of(), 0);
    }

    /** Returns what happened in an episode of a candidate. */
    default Optional<EpisodeDetail> detail(String state, Episode episode) {
        return Optional.empty();
    }

    /** Returns whether the user asked to stop. */
    default boolean stopped() {
        return false;
    }

    /** The first call finishes what is in flight, the second stops at once. */
    default void interrupt() {}
}
