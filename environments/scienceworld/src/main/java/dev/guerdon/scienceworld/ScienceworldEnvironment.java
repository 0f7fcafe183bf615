package dev.guerdon.scienceworld;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator.Simulators;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An environment with the bookkeeping of ScienceWorld's Python wrapper, over the official simulator or {@code minilab}.
 *
 * <p>The reward of a step is the change of the score, from 0 to 100, or -100 once failed. The observation's attributes and the
 * step's info carry the wrapper's ten keys.
 */
@Experimental
public final class ScienceworldEnvironment implements Environment {

    /** The episode is done once more moves than these have passed. */
    public static final int STEP_LIMIT = 100;

    private static final GoldPaths GOLD = new GoldPaths();

    private final Simulators simulators;
    private final Queries queries;
    private final AfterEnd afterEnd;

    private @Nullable LaboratorySimulator simulator;
    private @Nullable LaboratoryEpisode episode;
    private @Nullable Step last;
    private final List<String> played = new ArrayList<>();
    private int score;
    private int bestScore;
    private Status status = Status.READY;

    ScienceworldEnvironment(Simulators simulators, Queries queries, AfterEnd afterEnd) {
        this.simulators = simulators;
        this.queries = queries;
        this.afterEnd = afterEnd;
    }

    @Override
    public void start() {
        simulator();
    }

    private LaboratorySimulator simulator() {
        if (status == Status.CLOSED) {
            throw new ScienceworldException("this environment is closed; open another");
        }
        LaboratorySimulator open = simulator;
        if (open == null) {
            open = simulators.take();
            simulator = open;
        }
        return open;
    }

    /** Makes it as good as new: the next episode begins with a reset to its task anyway. */
    @Override
    public void reset() {
        forget();
    }

    @Override
    public Step reset(Task task, long seed) {
        LaboratoryEpisode wanted = LaboratoryEpisode.of(task);
        replaceIfBroken();
        LaboratorySimulator open = simulator();
        wanted.check(open);
        return begin(open, wanted);
    }

    /**
     * Begins an episode without checking that there is such a variation, as the wrapper does.
     *
     * <p>One that is too high shows as an error text in place of every observation. Servers that speak for the wrapper need this.
     */
    public Step resetUnchecked(Task task) {
        LaboratoryEpisode wanted = LaboratoryEpisode.of(task);
        replaceIfBroken();
        LaboratorySimulator open = simulator();
        new LaboratoryEpisode(wanted.task(), 0, wanted.simplifications()).check(open);
        return begin(open, wanted);
    }

    private Step begin(LaboratorySimulator open, LaboratoryEpisode wanted) {
        forget();
        episode = wanted;
        open.load(wanted.task(), wanted.variation(), wanted.labels());
        // Scores are those of the last world until a step is taken, so the wrapper looks around.
        return act(open, wanted, "look around");
    }

    private void forget() {
        episode = null;
        last = null;
        played.clear();
        score = 0;
        bestScore = 0;
    }

    @Override
    public Step step(String action) {
        LaboratoryEpisode running = episode();
        Step before = last;
        if (before != null
                && (status == Status.BROKEN || afterEnd == AfterEnd.REFUSE || action.length() > longestAction())) {
            Optional<Step> refusal = before.refusal(action, longestAction());
            if (refusal.isPresent()) {
                last = refusal.get();
                return last;
            }
        }
        Step step;
        try {
            step = act(simulator(), running, action);
        } catch (ScienceworldException e) {
            step = broken(e);
        }
        played.add(action);
        return step;
    }

    private Step act(LaboratorySimulator open, LaboratoryEpisode running, String action) {
        String observation = open.step(action);
        int now = (int) Math.rint(100 * open.score());
        boolean done = open.completed();
        int moves = open.moves();
        int reward = now - score;
        score = now;
        bestScore = Math.max(bestScore, now);
        done |= now < 0;
        boolean cut = !done && moves > STEP_LIMIT;
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("moves", moves);
        info.put("score", now);
        info.put("reward", reward);
        info.put("look", open.look());
        info.put("inv", open.inventory());
        info.put("taskDesc", open.taskDescription());
        info.put("valid", queries == Queries.WRAPPER ? open.validActions() : List.of());
        info.put("variationIdx", running.variation());
        info.put("taskName", running.task());
        info.put("simplificationStr", running.simplifications());
        Step.End end = done ? Step.End.TERMINATED : cut ? Step.End.truncated("steps") : Step.End.NONE;
        Step step = new Step(new Step.Observation(observation, info), reward, done || cut, info, end);
        last = step;
        return step;
    }

    /** Returns what the agent sees where the simulator itself fell over; the episode cannot go on. */
    private Step broken(ScienceworldException failure) {
        status = Status.BROKEN;
        Map<String, @Nullable Object> info = new LinkedHashMap<>(last == null ? Map.of() : last.info());
        info.put("reward", 0);
        info.put("error", failure.getMessage());
        String said = "ERROR: " + failure.getMessage();
        Step step = new Step(new Step.Observation(said, info), 0, true, info, Step.End.lost(said));
        last = step;
        return step;
    }

    private void replaceIfBroken() {
        LaboratorySimulator open = simulator;
        if (status == Status.BROKEN && open != null) {
            open.close();
            simulator = null;
            status = Status.READY;
        }
    }

    /** Returns the valid actions as they were listed after the last step; asking anew would change the world. Empty without queries. */
    @Override
    public List<String> actions() {
        Step step = last;
        return step != null && step.info().get("valid") instanceof List<?> valid
                ? valid.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the next action of the gold path, as long as the episode has kept to it. */
    @Override
    public Optional<String> hint() {
        if (episode == null || (last != null && last.done())) {
            return Optional.empty();
        }
        List<String> path = goldPath();
        return played.size() < path.size() && path.subList(0, played.size()).equals(played)
                ? Optional.of(path.get(played.size()))
                : Optional.empty();
    }

    /** Returns the actions that solve the running episode, found by playing it in another simulator. */
    public List<String> goldPath() {
        return GOLD.of(simulators, episode());
    }

    /** Returns what is being played. */
    LaboratoryEpisode episode() {
        LaboratoryEpisode running = episode;
        if (running == null) {
            throw new ScienceworldException("no episode has begun; reset the environment to a task first");
        }
        return running;
    }

    /** Returns the goals of the running task; none where the simulator fell over. */
    List<LaboratorySimulator.GoalState> goals() {
        LaboratorySimulator open = simulator;
        return open == null || episode == null || status != Status.READY ? List.of() : open.goals();
    }

    /** Returns the actions of the episode. */
    List<String> played() {
        return List.copyOf(played);
    }

    /** Returns the goals and how far they are. */
    @Override
    public String describeState() {
        LaboratorySimulator open = simulator;
        return open == null || episode == null || status != Status.READY ? "" : open.progress();
    }

    /** Returns the highest score of the episode, from 0 to 1: what AgentFly rewards, so that a failure takes nothing back. */
    public double bestScore() {
        return bestScore / 100.0;
    }

    /** Returns the last step, if an episode has begun. */
    public Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    /** Returns the simulator's name and version, for the record of a run. */
    public String origin() {
        return simulators.origin();
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public void close() {
        LaboratorySimulator open = simulator;
        simulator = null;
        if (open != null) {
            if (status == Status.READY) {
                simulators.giveBack(open);
            } else {
                open.close();
            }
        }
        forget();
        status = Status.CLOSED;
    }

    /** Result of a step once the episode is done. */
    enum AfterEnd {
        /** Acts, as the Python wrapper does: {@code reset task} can even undo a failure. */
        PLAY,
        /** Changes nothing and says that the episode is over. */
        REFUSE
    }

    /** Queries that an environment asks the simulator after every step. */
    @Internal
    public enum Queries {
        /** All that the Python wrapper asks, in its order, the valid actions included: published figures come out the same. */
        WRAPPER,
        /** Not for the valid actions. Several times as fast, and random processes run as they do for gold paths. */
        NONE;

        public static Queries of(String word) {
            return switch (word) {
                case "wrapper" -> WRAPPER;
                case "none" -> NONE;
                default -> throw new ScienceworldException("unknown queries '" + word + "'; there are: wrapper, none");
            };
        }
    }

    /**
     * Solutions that the simulator finds by playing, kept for the next time.
     *
     * <p>Finding one takes from a tenth of a second to some ten seconds and a simulator of its own, because it builds the world anew.
     * They are found without asking for valid actions, so they are sure to work only with {@link Queries#NONE}.
     */
    static final class GoldPaths {

        private static final int MOST_KEPT = 256;

        private final Map<Key, List<String>> kept = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, List<String>> eldest) {
                return size() > MOST_KEPT;
            }
        };

        private record Key(String origin, LaboratoryEpisode episode) {}

        /** Returns the actions that solve an episode. */
        List<String> of(Simulators simulators, LaboratoryEpisode episode) {
            Key key = new Key(simulators.origin(), episode);
            synchronized (kept) {
                List<String> known = kept.get(key);
                if (known != null) {
                    return known;
                }
            }
            List<String> found = find(simulators, episode);
            synchronized (kept) {
                kept.put(key, found);
            }
            return found;
        }

        private static List<String> find(Simulators simulators, LaboratoryEpisode episode) {
            LaboratorySimulator simulator = simulators.take();
            try {
                List<String> path = simulator.goldPath(episode.task(), episode.variation(), episode.labels());
                simulators.giveBack(simulator);
                return path;
            } catch (ScienceworldException e) {
                simulator.close();
                throw e;
            }
        }
    }
}
