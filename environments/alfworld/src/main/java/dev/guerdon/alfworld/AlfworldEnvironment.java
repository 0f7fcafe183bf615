package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.alfworld.game.GameEpisode;
import dev.guerdon.alfworld.game.StateView;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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

    /** Number of commands that an episode has unless told otherwise. */
    public static final int DEFAULT_MAX_STEPS = 50;

    private final AlfworldSettings settings;
    private Status status = Status.READY;
    private int maxSteps;
    private int steps;
    private GameLibrary.@Nullable Selected selected;
    private @Nullable GameEpisode episode;
    private @Nullable Step last;
    private @Nullable PlanAhead plan;
    private ExpertKind.@Nullable Follower follower;

    AlfworldEnvironment(AlfworldSettings settings) {
        this.settings = settings;
        this.maxSteps = settings.maxSteps();
    }

    /** Begins the game that the task names; what it leaves open, the seed decides. */
    @Override
    public Step reset(Task task, long seed) {
        int limit = task.field("max_steps").map(Json::asInt).orElse(settings.maxSteps());
        if (limit < 0) {
            throw new AlfworldException("expected 'max_steps' of 0 or more in the task, found " + limit);
        }
        GameLibrary.Selected next = settings.library().select(task, seed, settings.goals());
        maxSteps = limit;
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

    private Step restart(GameLibrary.Selected game) {
        GameEpisode begun = new GameEpisode(game.game());
        episode = begun;
        steps = 0;
        plan = new PlanAhead(begun.game(), begun.facts());
        follower = settings.expert() == ExpertKind.HANDCODED ? new ExpertKind.Follower(begun) : null;
        last = step(begun, 0, false);
        return last;
    }

    @Override
    public void reset() {
        selected = null;
        episode = null;
        last = null;
        plan = null;
        follower = null;
        steps = 0;
    }

    @Override
    public Step step(String action) {
        if (episode == null || last == null) {
            throw notBegun();
        }
        boolean compat = settings.compat();
        if (last.done() && (!compat || maxSteps > 0)) {
            return compat ? last : last.afterEnd();
        }
        Optional<Step> refusal = compat ? Optional.empty() : last.refusal(action, longestAction());
        boolean wasWon = episode.isWon();
        if (refusal.isEmpty()) {
            act(episode, action);
        }
        steps++;
        int score = episode.isWon() ? 1 : 0;
        double reward = compat ? score : score - (wasWon ? 1 : 0);
        Step taken = step(episode, reward, episode.isWon() || (maxSteps > 0 && steps >= maxSteps));
        last = refusal.map(refused -> taken.refused(refused.observation().text()))
                .orElse(taken);
        return last;
    }

    private void act(GameEpisode playing, String action) {
        playing.step(action);
        plan = plan().after(action, playing.facts());
        if (follower != null) {
            follower.observe(action, playing);
        }
    }

    private static GuerdonException notBegun() {
        return new AlfworldException("no episode has begun; reset the environment to a task first");
    }

    private Step step(GameEpisode shown, double reward, boolean done) {
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
            if (selected.annotation() >= 0) {
                info.put("annotation", selected.annotation());
            }
        }
        switch (settings.expert()) {
            case PLANNER -> info.put("expert_plan", plan().asList());
            case HANDCODED -> info.put("expert_plan", follower == null ? List.of() : follower.advice());
            case NONE -> {}
        }
        Step.End end = !done ? Step.End.NONE : shown.isWon() ? Step.End.TERMINATED : Step.End.truncated("steps");
        return new Step(new Step.Observation(shown.text(), attributes), reward, done, info, end);
    }

    /** Returns whether the goal holds now; the step count and everything else stay as they are. */
    public boolean isWon() {
        return episode != null && episode.isWon();
    }

    /** Returns how many commands were given since the reset. */
    public int steps() {
        return steps;
    }

    /** Returns the last answer, where an episode has begun. */
    public Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    /** Returns what the player is asked to do: the sentence after "Your task is to: ", without its full stop. */
    public String objective() {
        return selected == null ? "" : selected.objective();
    }

    /** Returns the type of task in ALFRED's words, empty where the game does not say. */
    public String taskType() {
        return selected == null ? "" : selected.taskType();
    }

    /** Returns the id of the game, empty where no episode has begun. */
    public String taskId() {
        return selected == null ? "" : selected.taskId();
    }

    /** Returns the file of the game, empty for a bundled one. */
    public String gameFile() {
        return selected == null ? "" : selected.file();
    }

    /** Returns the commands that are possible now, sorted; they are listed when they are looked at. */
    @Override
    public List<String> actions() {
        return episode == null ? List.of() : episode.commands();
    }

    @Override
    public Optional<String> hint() {
        if (plan == null || (last != null && last.done())) {
            return Optional.empty();
        }
        return plan.commands().flatMap(commands -> commands.stream().findFirst());
    }

    /** Returns the plan from where the game stands. */
    PlanAhead plan() {
        if (plan == null) {
            throw notBegun();
        }
        return plan;
    }

    /** Returns the game being played. */
    GameEpisode episode() {
        if (episode == null) {
            throw notBegun();
        }
        return episode;
    }

    /** Returns the commands since the game began. */
    List<Alfworld.Turn> history() {
        GameEpisode.History history = episode().history();
        return IntStream.range(0, history.size())
                .mapToObj(i -> new Alfworld.Turn(history.command(i), history.isUnderstood(i)))
                .toList();
    }

    @Override
    public String describeState() {
        return episode == null ? "" : new StateView(episode.game(), episode.facts()).describe();
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

    /**
     * Settings with which an environment is opened. Shared by all environments that the same options open.
     *
     * @param library where games come from
     * @param maxSteps how many commands an episode has; 0 for no limit
     * @param compat whether rewards and ends are those of the reference
     * @param goals in whose words the task is told
     * @param expert who fills {@code expert_plan}
     */
    record AlfworldSettings(GameLibrary library, int maxSteps, boolean compat, GoalWords goals, ExpertKind expert) {}
}
