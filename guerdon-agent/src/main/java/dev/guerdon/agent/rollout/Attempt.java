package dev.guerdon.agent.rollout;

import dev.guerdon.agent.loop.FinalResponse;
import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Resources;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.ToolEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs one rollout from its first turn to its score, and gives everything back. */
record Attempt(RolloutSetup setup, List<ToolEntry> tools, Resources resources, Scorer scorer) {

    /** How many causes of an exception are looked at. */
    private static final int DEEPEST = 10;

    /** How the agent's part ended, with the message of what ended it where that was an error. */
    private record Outcome(Ending ending, String error) {}

    /**
     * Runs a plan; whatever the agent, the model or a tool throws becomes part of the result.
     *
     * @param listener told of every turn and every wait
     * @param register makes the rollout known while it runs, and gives what forgets it
     */
    Rollout run(RolloutPlan plan, RolloutListener listener, Function<LiveRollout, Runnable> register) {
        Task task = plan.task();
        try (RolloutContext context =
                resources.rollout(plan.id(), task.id(), metadata(task), plan.seed(), setup.environmentOptions())) {
            LiveRollout live = new LiveRollout(setup, plan, tools, context, listener);
            Runnable forget = register.apply(live);
            live.enter();
            Outcome outcome;
            try {
                outcome = act(live);
            } finally {
                live.leave();
                forget.run();
            }
            FinishReason reason = outcome.ending.reason();
            String finalResponse = outcome.ending.finalResponse();
            Trajectory trajectory = live.trajectory(reason);
            context.record(trajectory, finalResponse);
            Verdict verdict = score(task, context, reason, outcome.error);
            return new Rollout(
                    plan,
                    verdict.on(trajectory),
                    finalResponse,
                    verdict.whole(),
                    live.turns(),
                    live.usage(),
                    outcome.error);
        }
    }

    private Outcome act(LiveRollout live) {
        try (live) {
            return new Outcome(whole(setup.agent().run(live), live), "");
        } catch (Throwable e) {
            // An Error too, such as a stack overflow in a tool, ends this rollout alone.
            return ended(live, e);
        }
    }

    /** An answer is the agent's own only if all of it came. */
    private static Ending whole(Ending ending, LiveRollout live) {
        boolean byReply = ending.reason() == FinishReason.NO_TOOL_CALLS || ending.reason() == FinishReason.FORMAT_LIMIT;
        return byReply && live.lastReplyIncomplete()
                ? new Ending(FinishReason.CUT_REPLY, ending.finalResponse())
                : ending;
    }

    private static Outcome ended(LiveRollout live, Throwable e) {
        FinishReason reason = switch (live.stopped()) {
            case CANCELLED -> FinishReason.CANCELLED;
            case TIME_UP -> FinishReason.TIME_LIMIT;
            case NOT -> reason(e);
        };
        return new Outcome(
                new Ending(reason, FinalResponse.of(live.trajectory(reason))),
                reason.failed() ? ForeignCode.reason(e) : "");
    }

    /** Who or what ended a rollout with an exception. An agent may have wrapped what its model or environment threw. */
    private static FinishReason reason(Throwable thrown) {
        Throwable e = thrown;
        for (int depth = 0; e != null && depth < DEEPEST; depth++) {
            switch (e) {
                case BudgetException budget -> {
                    return budget.limit();
                }
                case CancellationException cancelled -> {
                    return FinishReason.CANCELLED;
                }
                case ModelException model -> {
                    return model.kind() == ModelException.Kind.CANCELLED
                            ? FinishReason.CANCELLED
                            : FinishReason.MODEL_FAILED;
                }
                case UnscoredException unscored -> {
                    return switch (unscored.reason()) {
                        case RESOURCE, TIMEOUT -> FinishReason.ENVIRONMENT_LOST;
                        case CANCELLED -> FinishReason.CANCELLED;
                        case ERROR, MISSING_FIELD, INVALID_RESULT, INVALID_INPUT -> FinishReason.ERROR;
                    };
                }
                default -> e = e.getCause();
            }
        }
        return FinishReason.ERROR;
    }

    private Verdict score(Task task, RolloutContext context, FinishReason reason, String error) {
        Score.Unscored lost = lost(reason, error);
        if (lost != null) {
            return Verdict.of(lost);
        }
        Sample sample = Sample.of(task.id(), context.finalResponse(), context.trajectory(), task.fields(), context);
        Verdict verdict = Verdict.of(scorer, setup.rewards(), sample);
        if (verdict.timedOut()) {
            context.taint();
        }
        return verdict;
    }

    /** Why there is nothing to score; null where there is. */
    private static Score.@Nullable Unscored lost(FinishReason reason, String error) {
        return switch (reason.kind()) {
            case CANCELLED -> new Score.Unscored(Score.Reason.CANCELLED, "the rollout was cancelled");
            case MODEL_FAILED -> new Score.Unscored(Score.Reason.ERROR, "the model failed: " + error);
            case ENVIRONMENT_LOST -> new Score.Unscored(Score.Reason.RESOURCE, "the environment was lost: " + error);
            case FAILED -> new Score.Unscored(Score.Reason.ERROR, "the rollout ended in an error: " + error);
            case ENDED, TRUNCATED, UNKNOWN -> null;
        };
    }

    private static Map<String, @Nullable Object> metadata(Task task) {
        return task.field("metadata").filter(Json::isObject).map(Json::asMap).orElse(task.fields());
    }
}
