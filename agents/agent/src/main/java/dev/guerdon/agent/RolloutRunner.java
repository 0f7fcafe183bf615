package dev.guerdon.agent;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs one rollout from its first turn to its score, and gives everything back. */
record RolloutRunner(RolloutSetup setup, List<AgentTool> tools, ResourcePools resources, Scorer scorer) {

    /** How many causes of an exception are looked at. */
    private static final int DEEPEST = 10;

    /** The run's limits end an agent; those of its tools and of its model are their own. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** End of the agent's part, with the message of what ended it if that was an error. */
    private record Outcome(AgentResult ending, String error) {}

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
            return new Outcome(whole(ending(live), live), "");
        } catch (ForeignCode.LateException e) {
            String late = "the agent went on for " + DurationText.format(ForeignCode.GRACE)
                    + " after it was asked to end, and was left to itself";
            FinishReason reason =
                    live.stopped() == LiveRollout.Stop.CANCELLED ? FinishReason.CANCELLED : FinishReason.ERROR;
            return new Outcome(new AgentResult(reason, ""), late);
        } catch (Throwable e) {
            // An Error too, such as a stack overflow in a tool, ends this rollout alone.
            return ended(live, e);
        } finally {
            live.endAgent();
        }
    }

    /** Runs the agent; one of the user's own in a thread of its own, so that it can be left to itself. */
    private AgentResult ending(LiveRollout live) throws Exception {
        Agent agent = setup.agent();
        if (!ForeignCode.isForeign(agent)) {
            return agent.run(live);
        }
        AgentResult ending = ForeignCode.call("the agent", () -> agent.run(live), FOR_EVER);
        if (ending == null) {
            throw new GuerdonException("the agent returned null instead of how the rollout ended");
        }
        return ending;
    }

    /** Returns the result of the agent, which counts as cut if its last reply is incomplete. */
    private static AgentResult whole(AgentResult ending, LiveRollout live) {
        boolean byReply = ending.reason() == FinishReason.NO_TOOL_CALLS || ending.reason() == FinishReason.FORMAT_LIMIT;
        return byReply && live.lastReplyIncomplete()
                ? new AgentResult(FinishReason.CUT_REPLY, ending.finalResponse())
                : ending;
    }

    private static Outcome ended(LiveRollout live, Throwable e) {
        FinishReason reason = switch (live.stopped()) {
            case CANCELLED -> FinishReason.CANCELLED;
            case TIME_UP -> FinishReason.TIME_LIMIT;
            case NOT -> reason(e);
        };
        return new Outcome(
                new AgentResult(reason, ActionText.FinalResponse.of(live.trajectory(reason))),
                reason.failed() ? ForeignCode.reason(e) : "");
    }

    /** Returns who or what ended a rollout with an exception. An agent may have wrapped what its model or environment threw. */
    private static FinishReason reason(Throwable thrown) {
        Throwable e = thrown;
        for (int depth = 0; e != null && depth < DEEPEST; depth++) {
            switch (e) {
                case LiveRollout.BudgetException budget -> {
                    return budget.limit();
                }
                case CancellationException cancelled -> {
                    return FinishReason.ERROR; // nobody asked for it
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

    /** Returns why there is nothing to score, or null if there is. */
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

    /**
     * Verdict of the rewards of a rollout: the score of the one that decides, with the others' as extras.
     *
     * <p>Another reward's score stands under its name, and its own extras under {@code name/key}. One that cannot score says why under
     * {@code name/unscored}, and takes nothing from the rollout's own score.
     *
     * @param score the score that decides
     * @param beside what the other rewards say
     * @param timedOut whether a reward was stopped at its deadline, and may still hold what the rollout used
     */
    record Verdict(Score score, Map<String, @Nullable Object> beside, boolean timedOut) {

        static Verdict of(Score score) {
            return new Verdict(score, Map.of(), false);
        }

        static Verdict of(Scorer scorer, RolloutSetup.Rewards rewards, Sample sample) {
            Score score = scorer.score(rewards.deciding(), sample);
            boolean late = late(score);
            Map<String, @Nullable Object> beside = new LinkedHashMap<>();
            for (RewardEntry reward : rewards.beside()) {
                Score other = scorer.score(reward, sample);
                late |= late(other);
                switch (other) {
                    case Score.Scored scored -> {
                        beside.put(reward.label(), scored.result().reward());
                        scored.result().extras().forEach((key, value) -> beside.put(reward.label() + "/" + key, value));
                    }
                    case Score.Unscored unscored -> {
                        beside.put(reward.label(), null);
                        beside.put(reward.label() + "/unscored", unscored.reason() + ": " + unscored.message());
                    }
                }
            }
            return new Verdict(score, beside, late);
        }

        private static boolean late(Score score) {
            return score instanceof Score.Unscored unscored && unscored.reason() == Score.Reason.TIMEOUT;
        }

        /** Returns the score with all that goes with it. */
        Score whole() {
            if (beside.isEmpty() || !(score instanceof Score.Scored scored)) {
                return score;
            }
            Map<String, @Nullable Object> extras =
                    new LinkedHashMap<>(scored.result().extras());
            extras.putAll(beside);
            return new Score.Scored(new RewardResult(scored.result().reward(), extras));
        }

        /** Returns the trajectory with its reward, and with every extra that is a number. */
        Trajectory on(Trajectory trajectory) {
            return whole() instanceof Score.Scored scored
                    ? trajectory.withReward(scored.result())
                    : trajectory.withMetrics(new RewardResult(0, beside).metrics());
        }
    }
}
