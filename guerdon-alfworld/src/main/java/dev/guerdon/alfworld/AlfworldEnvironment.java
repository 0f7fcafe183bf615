package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.Episode;
import dev.guerdon.alfworld.game.StateText;
import dev.guerdon.alfworld.household.Library;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.alfworld.plan.Objective;
import dev.guerdon.alfworld.plan.Planner;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An ALFWorld game being played.
 *
 * <p>An episode ends when the goal holds, or after 50 commands, the senseless ones included; a limit of 0 is none. The reward is 1 for
 * the command that reaches the goal, 0 for any other.
 *
 * <p>With {@code compat} rewards and ends are those of the reference: every answer has the score as its reward, the answer to the last
 * command is repeated after it, and without a limit play goes on after the goal, which may be lost again.
 */
@Experimental
public final class AlfworldEnvironment implements Environment {

    /** How many commands an episode has where nothing else is said. */
    public static final int DEFAULT_MAX_STEPS = 50;

    private final Library library;
    private final int defaultMaxSteps;
    private final boolean compat;
    private Status status = Status.READY;
    private int maxSteps;
    private int steps;
    private Library.@Nullable Selected selected;
    private @Nullable Episode episode;
    private @Nullable Step last;
    private Plan plan = Plan.NONE;

    /** A plan, and the state it starts from. */
    private record Plan(@Nullable Facts from, List<String> commands) {
        static final Plan NONE = new Plan(null, List.of());
    }

    AlfworldEnvironment(Library library, int defaultMaxSteps, boolean compat) {
        this.library = library;
        this.defaultMaxSteps = defaultMaxSteps;
        this.compat = compat;
        this.maxSteps = defaultMaxSteps;
    }

    /** Begins the game that the task names; without a name, the bundled game that the seed makes. */
    @Override
    public Step reset(Task task, long seed) {
        Library.Selected next = library.select(task, seed);
        maxSteps = task.field("max_steps").map(Json::asInt).orElse(defaultMaxSteps);
        selected = next;
        return restart(next);
    }

    /** Begins the same game again. */
    public Step restart() {
        if (selected == null) {
            throw notBegun();
        }
        return restart(selected);
    }

    private Step restart(Library.Selected game) {
        Episode begun = new Episode(game.game());
        episode = begun;
        steps = 0;
        plan = Plan.NONE;
        last = step(begun, 0, false);
        return last;
    }

    @Override
    public void reset() {
        selected = null;
        episode = null;
        last = null;
        plan = Plan.NONE;
        steps = 0;
    }

    @Override
    public Step step(String action) {
        if (episode == null || last == null) {
            throw notBegun();
        }
        if (compat ? last.done() && maxSteps > 0 : last.done()) {
            return compat ? last : last.afterEnd();
        }
        Optional<Step> refusal = compat ? Optional.empty() : last.refusal(action, longestAction());
        boolean wasWon = episode.isWon();
        Facts before = episode.facts();
        if (refusal.isEmpty()) {
            episode.step(action);
        }
        steps++;
        plan = follow(before, action, episode.facts());
        boolean won = episode.isWon();
        double reward = compat ? (won ? 1 : 0) : (won ? 1 : 0) - (wasWon ? 1 : 0);
        Step taken = step(episode, reward, won || (maxSteps > 0 && steps >= maxSteps));
        last = refusal.map(refused -> saying(refused, taken)).orElse(taken);
        return last;
    }

    /** The words of a refusal, with the count of the step that it took. */
    private static Step saying(Step refused, Step taken) {
        Map<String, @Nullable Object> info = new LinkedHashMap<>(taken.info());
        info.put(Step.ERROR, refused.observation().text());
        return new Step(
                new Observation(
                        refused.observation().text(), taken.observation().attributes()),
                taken.reward(),
                taken.done(),
                info,
                taken.end());
    }

    private static GuerdonException notBegun() {
        return new AlfworldException("no episode has begun; reset the environment to a task first");
    }

    private Step step(Episode shown, double reward, boolean done) {
        int score = shown.isWon() ? 1 : 0;
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        attributes.put("admissible_commands", shown.commands());
        attributes.put("score", score);
        attributes.put("won", shown.isWon());
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("won", shown.isWon());
        info.put("lost", false);
        info.put("steps", steps);
        info.put(Step.SCORE, score);
        if (steps == 0 && selected != null) {
            info.put("task_id", selected.taskId());
            info.put("split", selected.split());
            info.put("task_type", selected.taskType());
            info.put("game_file", selected.file());
        }
        Step.End end = !done ? Step.End.NONE : shown.isWon() ? Step.End.TERMINATED : Step.End.truncated("steps");
        return new Step(new Observation(shown.text(), attributes), reward, done, info, end);
    }

    /** Whether the goal holds now; the step count and everything else stay as they are. */
    public boolean isWon() {
        return episode != null && episode.isWon();
    }

    /** How many commands were given since the reset. */
    public int steps() {
        return steps;
    }

    /** The last answer, where an episode has begun. */
    public Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    /** What the player is asked to do: the sentence after "Your task is to: ", without its full stop. */
    public String objective() {
        return selected == null ? "" : Objective.of(selected.game().intro());
    }

    /** The type of task in ALFRED's words, empty where the game does not say. */
    public String taskType() {
        return selected == null ? "" : selected.taskType();
    }

    /** The id of the game, empty where no episode has begun. */
    public String taskId() {
        return selected == null ? "" : selected.taskId();
    }

    /** The file of the game, empty for a bundled one. */
    public String gameFile() {
        return selected == null ? "" : selected.file();
    }

    @Override
    public List<String> actions() {
        return episode == null ? List.of() : episode.commands();
    }

    @Override
    public Optional<String> hint() {
        if (episode == null || (last != null && last.done())) {
            return Optional.empty();
        }
        if (plan.from != episode.facts()) {
            plan = new Plan(
                    episode.facts(),
                    Planner.plan(episode.game(), episode.facts()).orElse(List.of()));
        }
        return plan.commands.stream().findFirst();
    }

    /** What is left of the plan after a command that it foresaw. */
    private Plan follow(Facts before, String action, Facts after) {
        boolean foreseen = plan.from == before
                && !plan.commands.isEmpty()
                && plan.commands.getFirst().equals(action.strip());
        return foreseen ? new Plan(after, plan.commands.subList(1, plan.commands.size())) : Plan.NONE;
    }

    @Override
    public String describeState() {
        return episode == null ? "" : StateText.of(episode.game(), episode.facts());
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public void close() {
        status = Status.CLOSED;
        reset();
    }
}
