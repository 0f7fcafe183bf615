package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.Fixture.Counter;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RolloutEngineTest {

    private static final RewardFunction COUNTED =
            sample -> (double) sample.context().acquire(Fixture.COUNTER, Context.Scope.GLOBAL).value;

    @AfterEach
    void everyResourceIsClosed() {
        assertThat(Counter.OPEN).hasValue(0);
    }

    /** A model that counts up by the task's number, and answers. */
    private static Fixture.Answers countsItsNumber() {
        return (messages, tools) -> {
            if (messages.getLast().isTool()) {
                return Message.assistant("done");
            }
            int number = Integer.parseInt(messages.getFirst().text().replaceAll("\\D", ""));
            return Fixture.call("count", Map.of("by", number));
        };
    }

    private static List<RolloutPlan> plans(int count) {
        return Fixture.tasks(count).stream()
                .map(task -> RolloutPlan.of(task, 0, 1))
                .toList();
    }

    @Test
    void rewardsSeeTheirOwnRolloutsResource() {
        List<Rollout> rollouts = RolloutEngine.run(
                Fixture.setup(Fixture.tools(), countsItsNumber(), COUNTED, RolloutLimits.turns(5)),
                Fixture.tasks(50),
                2,
                16,
                1);
        assertThat(rollouts).hasSize(100);
        for (int i = 0; i < rollouts.size(); i++) {
            Rollout rollout = rollouts.get(i);
            int task = i / 2;
            assertThat(rollout.trajectory().reward()).hasValue(task);
            assertThat(rollout.trajectory().rolloutId()).isEqualTo("task-" + task + "#" + i % 2);
            assertThat(rollout.trajectory().groupId()).isEqualTo("task-" + task);
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
            assertThat(rollout.finalResponse()).isEqualTo("done");
        }
        assertThat(rollouts.stream().map(rollout -> rollout.plan().seed()).distinct())
                .hasSize(100);
    }

    @Test
    void aSeedDependsOnTaskRepeatAndJobAlone() {
        Task task = Task.of("a", "", Map.of());
        RolloutPlan plan = RolloutPlan.of(task, 0, 1);
        assertThat(RolloutPlan.of(task, 0, 1)).isEqualTo(plan);
        assertThat(RolloutPlan.of(task, 1, 1).seed()).isNotEqualTo(plan.seed());
        assertThat(RolloutPlan.of(task, 0, 2).seed()).isNotEqualTo(plan.seed());
        assertThat(RolloutPlan.of(Task.of("b", "", Map.of()), 0, 1).seed()).isNotEqualTo(plan.seed());
    }

    @Test
    void oneFailingRolloutHarmsNoOther() {
        Fixture.Answers model = (messages, tools) -> {
            String task = messages.getFirst().text();
            if (task.equals("Do 3.")) {
                throw new ModelException(ModelException.Kind.SERVER_ERROR, "the model is down");
            }
            if (task.equals("Do 5.")) {
                throw new StackOverflowError();
            }
            return countsItsNumber().answer(messages, tools);
        };
        List<Rollout> rollouts = RolloutEngine.run(
                Fixture.setup(Fixture.tools(), model, COUNTED, RolloutLimits.turns(5)), Fixture.tasks(8), 1, 4, 1);
        assertThat(rollouts)
                .extracting(rollout -> rollout.trajectory().finishReason())
                .allSatisfy(reason -> assertThat(reason)
                        .isIn(FinishReason.NO_TOOL_CALLS, FinishReason.MODEL_FAILED, FinishReason.ERROR));
        assertThat(rollouts.get(3).error()).isEqualTo("the model is down");
        assertThat(rollouts.get(3).score())
                .isEqualTo(new Score.Unscored(Score.Reason.ERROR, "the model failed: the model is down"));
        assertThat(rollouts.get(5).error()).contains("StackOverflowError");
        assertThat(rollouts.get(7).trajectory().reward()).hasValue(7);
    }

    @Test
    void anExceptionThatCannotBeDescribedEndsItsOwnRolloutOnly() {
        Fixture.Answers model = (messages, tools) -> {
            if (messages.getFirst().text().equals("Do 3.")) {
                throw new IllegalStateException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        throw new AssertionError("in getMessage");
                    }

                    @Override
                    public String toString() {
                        throw new AssertionError("in toString");
                    }
                };
            }
            return countsItsNumber().answer(messages, tools);
        };
        List<Rollout> rollouts = RolloutEngine.run(
                Fixture.setup(Fixture.tools(), model, COUNTED, RolloutLimits.turns(5)), Fixture.tasks(8), 1, 4, 1);
        assertThat(rollouts.get(3).error()).contains("its message cannot be read");
        assertThat(rollouts.get(7).trajectory().reward()).hasValue(7);
    }

    @Test
    void rewardsAreComputedWhileOtherRolloutsRun() throws Exception {
        CountDownLatch scored = new CountDownLatch(1);
        Fixture.Answers model = (messages, tools) -> {
            if (messages.getFirst().text().equals("Do 0.")) {
                scored.await(); // hangs for ever if the other's reward had to wait for this rollout
            }
            return Message.assistant("done");
        };
        List<Rollout> rollouts = RolloutEngine.run(
                Fixture.setup(
                        Fixture.tools(),
                        model,
                        sample -> {
                            scored.countDown();
                            return 1.0;
                        },
                        RolloutLimits.turns(5)),
                Fixture.tasks(2),
                1,
                2,
                1);
        assertThat(rollouts)
                .allSatisfy(rollout -> assertThat(rollout.trajectory().reward()).hasValue(1));
    }

    @Test
    void noMoreThanTheGivenNumberRunAtOnceAndPlansAreDrawnAsPlacesBecomeFree() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger drawn = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger farthestAhead = new AtomicInteger();
        Fixture.Answers model = (messages, tools) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.sleep(1);
            running.decrementAndGet();
            return Message.assistant("done");
        };
        Iterator<RolloutPlan> plans = plans(40).iterator();
        Iterable<RolloutPlan> counted = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return plans.hasNext();
            }

            @Override
            public RolloutPlan next() {
                farthestAhead.accumulateAndGet(drawn.incrementAndGet() - ended.get(), Math::max);
                return plans.next();
            }
        };
        RolloutEngine.start(Fixture.setup(Fixture.tools(), model), counted, 3, new RolloutListener() {
                    @Override
                    public void ended(Rollout rollout) {
                        ended.incrementAndGet();
                    }
                })
                .await();
        assertThat(ended).hasValue(40);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(farthestAhead.get()).isBetween(1, 3);
    }

    @Test
    void listenersHearTurnsInOrder() throws Exception {
        Fixture.Heard heard = new Fixture.Heard();
        RolloutEngine.start(Fixture.setup(Fixture.tools(), countsItsNumber()), plans(1), 1, heard)
                .await();
        assertThat(heard.events)
                .containsExactly("started task-0#0", "turned task-0#0 0", "turned task-0#0 1", "ended task-0#0");
    }

    @Test
    void listenersHearThatTheModelWaits() throws Exception {
        Model model = new Model() {
            @Override
            public String spec() {
                return "test:waits";
            }

            @Override
            public ModelSession begin(ModelScope rollout) {
                return (messages, tools) -> {
                    rollout.waiting(new ModelWait(Duration.ofSeconds(1), "rate limited", 1, 5));
                    return new ModelReply(Message.assistant("done"), Usage.NONE);
                };
            }
        };
        Fixture.Heard heard = new Fixture.Heard();
        RolloutEngine.start(Fixture.setup(Fixture.tools(), model), plans(1), 1, heard)
                .await();
        assertThat(heard.events).contains("waiting task-0#0 rate limited");
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), model));
        assertThat(rollout.turns().getFirst().info())
                .containsEntry(TurnInfo.RETRIES, 1)
                .containsEntry(TurnInfo.WAITED_SECONDS, 1.0);
        assertThat(rollout.trajectory().metrics()).containsEntry("retries", 1.0).containsEntry("waited_seconds", 1.0);
    }

    @Test
    void stoppingLetsRolloutsInFlightFinish() throws Exception {
        CountDownLatch inFlight = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        Fixture.Answers model = (messages, tools) -> {
            inFlight.countDown();
            go.await();
            return Message.assistant("done");
        };
        Fixture.Heard heard = new Fixture.Heard();
        RunningRollouts job = RolloutEngine.start(Fixture.setup(Fixture.tools(), model), plans(10), 2, heard);
        inFlight.await();
        job.stopStarting();
        go.countDown();
        job.await();
        assertThat(heard.rollouts)
                .hasSize(2)
                .allSatisfy(rollout ->
                        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS));
    }

    @Test
    void cancellingEndsRolloutsInFlight() throws Exception {
        CountDownLatch inFlight = new CountDownLatch(2);
        Fixture.Answers model = (messages, tools) -> {
            inFlight.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        Fixture.Heard heard = new Fixture.Heard();
        RunningRollouts job = RolloutEngine.start(
                Fixture.setup(Fixture.tools(), model, COUNTED, RolloutLimits.turns(3)), plans(10), 2, heard);
        inFlight.await();
        job.cancel();
        job.await();
        assertThat(heard.rollouts).hasSize(2).allSatisfy(rollout -> {
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(rollout.score())
                    .isEqualTo(new Score.Unscored(Score.Reason.CANCELLED, "the rollout was cancelled"));
            assertThat(rollout.error()).isEmpty();
        });
    }

    @Test
    void whatTheListenerThrowsEndsTheJob() {
        CountDownLatch others = new CountDownLatch(2);
        Fixture.Answers model = (messages, tools) -> {
            others.countDown();
            if (messages.getFirst().text().equals("Do 0.")) {
                others.await();
                return Message.assistant("done");
            }
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        RunningRollouts job =
                RolloutEngine.start(Fixture.setup(Fixture.tools(), model), plans(10), 2, new RolloutListener() {
                    @Override
                    public void ended(Rollout rollout) {
                        throw new IllegalStateException(
                                "the disk is full: " + rollout.plan().id());
                    }
                });
        assertThatThrownBy(job::await)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the disk is full: task-0#0");
    }

    @Test
    void listenersAreNeverCalledInAnInterruptedThread() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        Fixture.Answers model = (messages, tools) -> {
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        CyclicBarrier started = new CyclicBarrier(9);
        RunningRollouts job =
                RolloutEngine.start(Fixture.setup(Fixture.tools(), model), plans(8), 8, new RolloutListener() {
                    @Override
                    public void started(RolloutPlan plan) {
                        try {
                            started.await();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    @Override
                    public void ended(Rollout rollout) {
                        if (Thread.currentThread().isInterrupted()) {
                            interrupted.incrementAndGet();
                        }
                    }
                });
        started.await();
        job.cancel();
        job.await();
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void anInterruptedCallerGetsItsRolloutsCancelled() throws Exception {
        CountDownLatch inFlight = new CountDownLatch(1);
        Fixture.Answers model = (messages, tools) -> {
            inFlight.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        AtomicInteger cancelled = new AtomicInteger();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                Fixture.one(Fixture.tools(), model);
            } catch (CancellationException e) {
                cancelled.incrementAndGet();
            }
        });
        inFlight.await();
        caller.interrupt();
        caller.join();
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void aRewardThatFailsLeavesTheRolloutUnscored() {
        Rollout rollout = Fixture.one(Fixture.setup(
                Fixture.tools(),
                Fixture.script(Message.assistant("done")),
                sample -> {
                    throw new IllegalStateException("no judge");
                },
                RolloutLimits.turns(3)));
        assertThat(rollout.score())
                .isInstanceOfSatisfying(
                        Score.Unscored.class,
                        unscored -> assertThat(unscored.message()).contains("no judge"));
        assertThat(rollout.trajectory().reward()).isEmpty();
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
    }

    @Test
    void tokensMoneyAndTimeAreLimited() {
        Message more = Fixture.call("echo", Map.of("text", "a"));
        RolloutLimits tokens = new RolloutLimits(100, 40, 0, Duration.ZERO);
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), Fixture.script(more), s -> 0.5, tokens));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TOKEN_LIMIT);
        assertThat(rollout.usage().tokens()).isEqualTo(45);
        assertThat(rollout.trajectory().reward()).as("what was reached counts").hasValue(0.5);

        RolloutLimits money = new RolloutLimits(100, 0, 0.025, Duration.ZERO);
        Rollout spent = Fixture.one(Fixture.setup(Fixture.tools(), Fixture.script(more), s -> 0.5, money));
        assertThat(spent.usage().calls()).isEqualTo(3);
        assertThat(spent.trajectory().finishReason()).isEqualTo(FinishReason.COST_LIMIT);

        RolloutLimits time = new RolloutLimits(100, 0, 0, Duration.ofMillis(30));
        Fixture.Answers waits = (messages, tools) -> {
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        assertThat(Fixture.one(Fixture.setup(Fixture.tools(), waits, s -> 0.5, time))
                        .trajectory()
                        .finishReason())
                .isEqualTo(FinishReason.TIME_LIMIT);
    }

    @Test
    void aThousandWaitingRolloutsRunAtOnce() throws Exception {
        int many = 1_000;
        CountDownLatch all = new CountDownLatch(many);
        Fixture.Answers model = (messages, tools) -> {
            all.countDown();
            all.await(); // goes on only once every rollout waits here
            return Message.assistant("done");
        };
        List<Rollout> rollouts =
                RolloutEngine.run(Fixture.setup(Fixture.tools(), model), Fixture.tasks(many), 1, many, 1);
        assertThat(rollouts)
                .hasSize(many)
                .allSatisfy(rollout -> assertThat(rollout.trajectory().reward()).hasValue(1));
    }

    @Test
    void wrongNumbersAreRefusedBeforeAnythingRuns() {
        RolloutSetup setup = Fixture.setup(Fixture.tools(), Fixture.script(Message.assistant("")));
        assertThatThrownBy(() -> RolloutEngine.run(setup, Fixture.tasks(1), 1, 0, 0))
                .hasMessageContaining("at least 1 rollout at a time, found 0");
    }
}
