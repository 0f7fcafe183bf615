package dev.guerdon.core;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.EnvironmentSlots.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Many environments of one kind that are reset and stepped together.
 *
 * <p>Each environment plays as it would alone: the same tasks, seeds and actions give the same steps. Episode {@code e} of environment
 * {@code i} among {@code n} has the seed {@code seed + i + e * n}, so no two episodes share one. An environment that throws, gives
 * no step or takes longer than the deadline is {@linkplain Step#lost() lost}, which costs its episode and no other; its next episode is
 * played in a new one.
 *
 * <p>What happens after the end of an episode is said by {@link AutoReset}, in Gymnasium's words. For use by one thread at a time; only
 * {@link #close} may come from another.
 */
@Experimental
public final class VectorEnvironment implements AutoCloseable {

    private final Settings settings;
    private final EnvironmentSlots places;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean closed;
    private volatile @Nullable Thread user;
    private @Nullable Tasks tasks;
    private final long[] seeds;

    /**
     * Prepares environments, which are opened by the first reset.
     *
     * @param factory opens one
     * @param size how many
     */
    public VectorEnvironment(Callable<? extends Environment> factory, int size, Settings settings) {
        if (size < 1) {
            throw new GuerdonException("a vector has at least 1 environment, found " + size);
        }
        this.settings = settings;
        this.places = new EnvironmentSlots(factory, size, settings.threads(), settings.deadline());
        this.seeds = new long[size];
    }

    /** Environments of a provider, such as {@code Registry.discover().environment("alfworld")}. */
    public static VectorEnvironment of(EnvironmentProvider provider, Map<String, String> options, int size) {
        Map<String, String> kept = Map.copyOf(options);
        return new VectorEnvironment(() -> provider.open(kept), size, Settings.standard());
    }

    /** Returns how many environments there are. */
    public int size() {
        return places.size();
    }

    /** Begins an episode of the same task in all environments, with seeds of their own. */
    public Batch reset(Task task, long seed) {
        return reset(List.of(task), seed);
    }

    /** Begins episodes of these tasks in turn, without an end: {@link Tasks#cycling}. */
    public Batch reset(List<Task> tasks, long seed) {
        return reset(Tasks.cycling(tasks, places.size()), seed);
    }

    /**
     * Begins the first episode in all environments, whatever happened before.
     *
     * @throws GuerdonException if no environment could begin
     */
    public Batch reset(Tasks tasks, long seed) {
        int size = places.size();
        long[] firstSeeds = new long[size];
        Arrays.setAll(firstSeeds, i -> seed + i);
        Batch batch = reset(tasks, firstSeeds, all(size));
        if (batch.steps().stream().allMatch(Step::lost)) {
            throw new GuerdonException("none of the " + size + " environments could begin: "
                    + batch.steps().getFirst().end().cause());
        }
        return batch;
    }

    private static boolean[] all(int size) {
        boolean[] all = new boolean[size];
        Arrays.fill(all, true);
        return all;
    }

    /** Begins the next episode where the mask is true. The others stay as they are, and show their last step again. */
    public Batch reset(boolean[] mask) {
        return inTurn(() -> {
            requireBegun(mask.length, "values in the mask");
            return run(bits(mask), new BitSet(), List.of());
        });
    }

    /**
     * Begins a first episode where the mask is true, with a seed of its own in each place; the next there has a seed that is higher by
     * the number of environments. The others stay as they are, and show their last step again.
     *
     * @param tasks what is played from now on, by all
     * @param firstSeeds one for each environment
     */
    public Batch reset(Tasks tasks, long[] firstSeeds, boolean[] mask) {
        return inTurn(() -> {
            BitSet chosen = bits(mask);
            if (mask.length == places.size() && chosen.cardinality() == mask.length) {
                this.tasks = tasks; // nothing need have begun before
            }
            requireBegun(mask.length, "values in the mask");
            requireBegun(firstSeeds.length, "seeds");
            this.tasks = tasks;
            chosen.stream().forEach(i -> {
                seeds[i] = firstSeeds[i];
                places.get(i).rewind();
            });
            return run(chosen, new BitSet(), List.of());
        });
    }

    private static BitSet bits(boolean[] mask) {
        BitSet bits = new BitSet();
        for (int i = 0; i < mask.length; i++) {
            bits.set(i, mask[i]);
        }
        return bits;
    }

    /**
     * Takes one step in every environment.
     *
     * @param actions one for each, in order; that of an environment that is to be reset is not used
     */
    public Batch step(List<String> actions) {
        return step(actions, all(actions.size()));
    }

    /** Works as {@link #step(List)}, where the mask is true. The others stay as they are, and show their last step again. */
    public Batch step(List<String> actions, boolean[] mask) {
        return inTurn(() -> {
            requireBegun(actions.size(), "actions");
            requireBegun(mask.length, "values in the mask");
            for (String action : actions) {
                Objects.requireNonNull(action, "an action is null; give an empty text where there is nothing to do");
            }
            BitSet chosen = bits(mask);
            BitSet over = new BitSet();
            if (settings.autoReset() == AutoReset.NEXT_STEP) {
                chosen.stream()
                        .forEach(i ->
                                over.set(i, places.get(i).last().map(Step::done).orElse(true)));
            }
            return run(over, chosen, actions);
        });
    }

    /** Returns the actions that make sense now, for each environment; none if it cannot list them. */
    public List<List<String>> actions() {
        return inTurn(() -> {
            requireBegun(places.size(), "environments");
            List<List<String>> all = new ArrayList<>(Collections.nCopies(places.size(), List.of()));
            places.inParallel(everyone(), (place, i) -> {
                List<String> found = place.actions();
                synchronized (all) {
                    all.set(i, found);
                }
            });
            synchronized (all) {
                return List.copyOf(all);
            }
        });
    }

    private int[] everyone() {
        return IntStream.range(0, places.size()).toArray();
    }

    /** Returns the seed of an environment's episode. */
    public long seed(int environment) {
        return seeds[environment] + (long) places.get(environment).episode() * places.size();
    }

    private void requireBegun(int given, String what) {
        if (tasks == null) {
            throw new GuerdonException("the vector has no episodes; reset it first");
        }
        if (given != places.size()) {
            throw new GuerdonException(
                    "expected " + places.size() + " " + what + ", one for each environment, found " + given);
        }
    }

    private interface Work<T> {
        T run() throws InterruptedException;
    }

    private <T> T inTurn(Work<T> work) {
        if (!turn.tryLock()) {
            throw new GuerdonException("the vector is in use by another thread; wait for its step to come back");
        }
        try {
            if (closed) {
                throw new GuerdonException("the vector is closed; make another");
            }
            user = Thread.currentThread();
            return work.run();
        } catch (InterruptedException e) {
            tasks = null;
            if (!closed) {
                Thread.currentThread().interrupt();
            }
            throw new GuerdonException(
                    closed ? "the vector was closed" : "the vector was interrupted; reset it before its next step", e);
        } finally {
            user = null;
            if (closed) {
                Thread.interrupted(); // which close() sent
            }
            turn.unlock();
        }
    }

    /** Resets some, and steps others, unless they are reset. */
    private Batch run(BitSet toReset, BitSet toStep, List<String> actions) throws InterruptedException {
        int size = places.size();
        // Tasks are handed out here, in order, so that no timing decides who gets which.
        Map<Integer, Task> next = new HashMap<>();
        toReset.stream().forEach(i -> nextTask(i).ifPresent(task -> next.put(i, task)));
        boolean[] fresh = new boolean[size];
        places.inParallel(everyone(), (place, i) -> {
            Task task = next.get(i);
            if (task != null) {
                place.reset(task, nextSeed(place, i));
                fresh[i] = true;
            } else if (toReset.get(i)) {
                place.idle();
            } else if (toStep.get(i)) {
                place.step(actions.get(i));
            }
        });
        List<Optional<Step>> finals = new ArrayList<>(Collections.nCopies(size, Optional.empty()));
        if (settings.autoReset() == AutoReset.SAME_STEP) {
            next.clear();
            toStep.stream()
                    .filter(i -> places.get(i).last().orElseThrow().done())
                    .forEach(i -> nextTask(i).ifPresent(task -> {
                        next.put(i, task);
                        finals.set(i, places.get(i).last());
                        fresh[i] = true;
                    }));
            places.inParallel(
                    next.keySet().stream().mapToInt(Integer::intValue).sorted().toArray(),
                    (place, i) -> place.reset(Objects.requireNonNull(next.get(i)), nextSeed(place, i)));
        }
        List<Step> steps = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Step last = places.get(i).last().orElseThrow();
            steps.add(finals.get(i).map(over -> withEnd(last, over)).orElse(last));
        }
        return new Batch(
                steps, finals, IntStream.range(0, size).mapToObj(i -> fresh[i]).toList());
    }

    /** Returns what Gymnasium shows in one step: the first observation of an episode, with reward and end of the one before it. */
    private static Step withEnd(Step first, Step over) {
        return new Step(first.observation(), over.reward(), over.done(), first.info(), over.end());
    }

    private Optional<Task> nextTask(int place) {
        return Objects.requireNonNull(tasks).of(place, places.get(place).episode() + 1);
    }

    private long nextSeed(Place place, int number) {
        return seeds[number] + (place.episode() + 1L) * places.size();
    }

    /** Closes all environments. A step that is under way in another thread is interrupted. Closing twice is harmless. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (!turn.tryLock()) {
            Thread busy = user;
            if (busy != null) {
                busy.interrupt();
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            places.close();
        } finally {
            turn.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Treatment of an environment of a vector whose episode is over; the names and meanings are Gymnasium's. */
    public enum AutoReset {
        /** The step that ends an episode shows its last observation. The next step ignores its action, resets, and has no reward. */
        NEXT_STEP,
        /** The step that ends an episode shows the first observation of the next; its last is in {@link Batch#finals}. */
        SAME_STEP,
        /** Nothing is reset by itself. Steps of an episode that is over are refused, until {@link #reset(boolean[])}. */
        DISABLED
    }

    /**
     * Settings of a vector.
     *
     * @param threads how many threads share the work; 0 for a virtual thread for each environment, for those that mostly wait
     * @param deadline how long one step or reset may take before its environment is lost
     * @param autoReset what happens after the end of an episode
     */
    public record Settings(int threads, Duration deadline, AutoReset autoReset) {

        public Settings {
            if (threads < 0 || deadline.isNegative() || deadline.isZero()) {
                throw new GuerdonException(
                        "expected 0 threads or more and a deadline above 0, found " + threads + " and " + deadline);
            }
        }

        /** Returns a thread for each processor, five minutes, and {@link AutoReset#NEXT_STEP}. */
        public static Settings standard() {
            return new Settings(Runtime.getRuntime().availableProcessors(), Duration.ofMinutes(5), AutoReset.NEXT_STEP);
        }

        public Settings withThreads(int count) {
            return new Settings(count, deadline, autoReset);
        }

        public Settings withDeadline(Duration most) {
            return new Settings(threads, most, autoReset);
        }

        public Settings withAutoReset(AutoReset mode) {
            return new Settings(threads, deadline, mode);
        }
    }

    /** Choice of the task that each environment plays next. */
    @FunctionalInterface
    public interface Tasks {

        /**
         * Returns the task of an episode; asked for in the order of the environments, from one thread. Empty if there is none left: then
         * the environment has nothing more to do, and its steps are cut by the limit {@code tasks}.
         */
        Optional<Task> of(int environment, int episode);

        /**
         * Tasks in turn, without an end: episode {@code e} of environment {@code i} among {@code size} plays number
         * {@code i + e * size}, whatever the others do.
         */
        static Tasks cycling(List<Task> tasks, int size) {
            List<Task> kept = List.copyOf(tasks);
            if (kept.isEmpty()) {
                throw new GuerdonException("a vector needs at least one task");
            }
            return (environment, episode) ->
                    Optional.of(kept.get((int) Math.floorMod(environment + (long) episode * size, (long) kept.size())));
        }

        /** Returns tasks of which each is played once, by the next free environment; in one batch, in the order of the environments. */
        static Tasks once(Iterator<Task> tasks) {
            return (environment, episode) -> tasks.hasNext() ? Optional.of(tasks.next()) : Optional.empty();
        }
    }

    /**
     * Answers of all environments, in their order.
     *
     * @param steps one step for each
     * @param finals the last steps of episodes whose place in {@link #steps} the next episode took: {@link AutoReset#SAME_STEP}
     * @param begun whether the observation is the first of an episode
     */
    public record Batch(List<Step> steps, List<Optional<Step>> finals, List<Boolean> begun) {

        public Batch {
            steps = List.copyOf(steps);
            finals = List.copyOf(finals);
            begun = List.copyOf(begun);
        }

        /** Returns the texts for the agents. */
        public List<String> observations() {
            return steps.stream().map(step -> step.observation().text()).toList();
        }

        /** Returns the rewards of these steps. */
        public double[] rewards() {
            return steps.stream().mapToDouble(Step::reward).toArray();
        }

        /** Returns where an episode is over, in whatever way. */
        public boolean[] done() {
            return mask(Step::done);
        }

        /** Returns where the environment ended its episode. */
        public boolean[] terminated() {
            return mask(Step::terminated);
        }

        /** Returns where a limit cut an episode. */
        public boolean[] truncated() {
            return mask(Step::truncated);
        }

        /** Returns where an environment was lost: leave these episodes out. */
        public boolean[] lost() {
            return mask(Step::lost);
        }

        private boolean[] mask(Predicate<Step> which) {
            boolean[] mask = new boolean[steps.size()];
            for (int i = 0; i < mask.length; i++) {
                mask[i] = which.test(steps.get(i));
            }
            return mask;
        }
    }
}
