package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Score;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import example.Corridor;
import example.ExampleRewards;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that every protocol shares. */
@Timeout(60)
class ServedEnvironmentsTest {

    private static final WantedTask USUAL = new WantedTask.Usual();

    private final Corridor corridor = new Corridor();
    private final AtomicBoolean unused = new AtomicBoolean();
    private ScoringService scoring = new ScoringService(definition(environment("", 2)));
    private ServedEnvironments environments = new ServedEnvironments(scoring);

    @AfterEach
    void end() {
        corridor.released.countDown();
        environments.close();
        scoring.close();
    }

    private EnvironmentDefinition environment(String reward, int most) {
        return new EnvironmentDefinition(
                "hall",
                "corridor",
                Map.of("length", "2"),
                List.of(new Split("train", "", null), new Split("test", "hard", null)),
                List.of("door"),
                false,
                List.of(),
                reward,
                most,
                Duration.ofMinutes(5),
                Duration.ofSeconds(20),
                EnvironmentDefinition.NO_PORT);
    }

    private ServeDefinition definition(EnvironmentDefinition environment) {
        Registry registry = new Registry();
        registry.add(corridor);
        registry.rewards(ExampleRewards.class);
        return new ServeDefinition(
                registry,
                Isolation.NONE,
                List.of(RewardDefinition.of("exact"), RewardDefinition.of("throws")),
                ServeLimits.usual(),
                List.of(environment),
                List.of(),
                () -> unused.set(true));
    }

    private void serve(EnvironmentDefinition environment) {
        end();
        scoring = new ScoringService(definition(environment));
        environments = new ServedEnvironments(scoring);
    }

    private EnvironmentHandle open(String client) {
        return environments.open(client, environments.environment("hall"), "");
    }

    @Test
    void tasksAreListedWithoutTheirAnswers() {
        List<ServedTask> tasks = environments.tasks(environments.environment(""), "", 1, 99);
        assertThat(tasks).extracting(ServedTask::id).containsExactly("corridor-1", "corridor-2", "corridor-3");
        String json = JsonCodec.write(tasks.stream().map(ServedTask::json).toList());
        assertThat(json)
                .contains("Walk to door 1.")
                .contains("\"door\":\"door 1\"")
                .doesNotContain("gold");
        assertThat(environments.countTasks(environments.environment("hall"), "test"))
                .isEqualTo(2);
    }

    @Test
    void anEpisodeHasTheEnvironmentsOwnRewards() {
        EnvironmentHandle session = open("a");
        EpisodeStep first = session.reset(new WantedTask.At("test", 1), 7L);
        assertThat(first.step().observation().text()).isEqualTo("You see door 1. Seed 7.");
        assertThat(session.step("go").reward()).isEqualTo(0.25);
        EpisodeStep last = session.call("act", Map.of("action", "go"));
        assertThat(last.reward()).isEqualTo(1.0);
        assertThat(last.step().terminated()).isTrue();
        assertThat(session.state().steps()).isEqualTo(2);
        assertThat(session.state().split()).isEqualTo("test");
        assertThat(session.score(""))
                .isInstanceOfSatisfying(
                        Score.Scored.class,
                        scored -> assertThat(scored.result().reward()).isEqualTo(1.25));
    }

    @Test
    void theServedRewardScoresTheEpisodeAtItsEndWithTheGoldAnswer() {
        serve(environment("exact", 2));
        EnvironmentHandle session = open("a");
        assertThat(session.reset(new WantedTask.At("", 2)).reward()).isNull();
        assertThat(session.step("go").reward()).isNull();
        EpisodeStep last = session.step("go");
        assertThat(last.reward()).as("the last action was not the answer").isEqualTo(0.0);
        assertThat(session.score("gold-2"))
                .isInstanceOfSatisfying(
                        Score.Scored.class,
                        scored -> assertThat(scored.result().reward()).isEqualTo(1.0));
        assertThat(session.step("go").score())
                .as("a step after the end changes nothing")
                .isEqualTo(last.score());
    }

    @Test
    void anEpisodeThatCannotBeScoredHasNoReward() {
        serve(environment("throws", 2));
        EnvironmentHandle session = open("a");
        session.reset(USUAL);
        session.step("go");
        EpisodeStep last = session.step("go");
        assertThat(last.reward()).isNull();
        assertThat(last.unscored())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("broken on purpose"));
    }

    @Test
    void aSeedNamesTheTaskAndWithoutOneTasksComeInTurn() {
        EnvironmentHandle session = open("a");
        session.reset(USUAL, 6L);
        assertThat(session.task().index()).isEqualTo(2);
        session.reset(USUAL);
        assertThat(session.task().index()).isZero();
        EnvironmentHandle other = open("a");
        other.reset(USUAL);
        assertThat(other.task().index()).isEqualTo(1);
    }

    @Test
    void whatIsNotThereIsRefusedAndTheSessionGoesOn() {
        EnvironmentHandle session = open("a");
        assertThatThrownBy(() -> session.step("go")).hasMessageContaining("reset first");
        session.reset(USUAL);
        assertThatThrownBy(() -> session.reset(new WantedTask.At("train", 4))).hasMessageContaining("has 4 tasks");
        assertThatThrownBy(() -> session.reset(new WantedTask.At("tain", 0)))
                .hasMessageContaining("did you mean 'train'");
        assertThatThrownBy(() -> session.reset(new WantedTask.Named("", "corridor-9")))
                .hasMessageContaining("no task 'corridor-9'");
        assertThatThrownBy(() -> session.reset(new WantedTask.Described(Map.of("door", "my own"))))
                .hasMessageContaining("client_tasks");
        assertThatThrownBy(() -> session.call("jump", Map.of())).hasMessageContaining("there are: act, actions");
        assertThatThrownBy(() -> session.call("act", Map.of("action", 1))).hasMessageContaining("the text 'action'");
        assertThat(session.step("go").step().observation().text()).isEqualTo("You walk.");
    }

    @Test
    void capacityIsGivenBackHoweverASessionEnds() {
        EnvironmentHandle first = open("a");
        EnvironmentHandle second = open("a");
        assertThatThrownBy(() -> open("a")).hasMessageContaining("all 2 sessions of 'hall' are in use");
        second.reset(USUAL);
        assertThatThrownBy(() -> second.step("lose")).hasMessageContaining("the building");
        second.reset(USUAL);
        assertThatThrownBy(() -> open("a")).hasMessageContaining("in use");
        first.close();
        second.close();
        first.close();
        assertThat(environments.capacity(environments.environment("hall"))).isEqualTo(new Capacity(0, 2));
        assertThatThrownBy(() -> second.step("go")).hasMessageContaining("there is no session");
        assertThatThrownBy(() -> second.reset(USUAL)).hasMessageContaining("there is no session");
        open("a");
        open("a");
    }

    @Test
    void oneClientsSessionIsNotAnothers() {
        EnvironmentHandle session = open("alice");
        assertThat(environments.session("alice", session.id())).isSameAs(session);
        assertThatThrownBy(() -> environments.session("bob", session.id())).hasMessageContaining("there is no session");
        assertThatThrownBy(() -> environments.open("bob", environments.environment("hall"), session.id()))
                .hasMessageContaining("choose another name");
    }

    @Test
    void aSessionGoesOnWithWhatItBeganWithWhenTheDefinitionChanges() {
        EnvironmentHandle session = open("a");
        session.reset(USUAL);
        scoring.replace(definition(environment("exact", 1)));
        environments.replaced();
        assertThat(session.step("go").reward()).isEqualTo(0.25);
        assertThat(environments.environment("hall").reward()).isEqualTo("exact");
        assertThatThrownBy(() -> open("a")).as("the old session counts").hasMessageContaining("in use");
        assertThat(unused).isFalse();
        session.close();
        assertThat(unused)
                .as("the old plugins are closed with its last session")
                .isTrue();
        open("a");
    }

    @Test
    void closingDuringAStepEndsTheSessionAndItsEnvironmentAfterwards() throws Exception {
        EnvironmentHandle session = open("a");
        session.reset(USUAL);
        CompletableFuture<EpisodeStep> step = CompletableFuture.supplyAsync(() -> session.step("hold"));
        assertThat(corridor.stuck.await(30, TimeUnit.SECONDS)).isTrue();
        session.close();
        corridor.released.countDown();
        assertThat(step.get(30, TimeUnit.SECONDS).step().observation().text()).isEqualTo("You walk.");
        environments.close();
        assertThat(corridor.open).hasValue(0);
    }

    @Test
    void aResetThatWaitsWhileItsSessionIsClosedMakesNoOther() throws Exception {
        EnvironmentHandle session = open("a");
        session.reset(USUAL);
        CompletableFuture<Void> held = CompletableFuture.runAsync(() -> session.step("hold"));
        assertThat(corridor.stuck.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> reset = new CompletableFuture<>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                session.reset(USUAL);
                reset.complete(null);
            } catch (RuntimeException e) {
                reset.completeExceptionally(e);
            }
        });
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        session.close();
        corridor.released.countDown();
        held.join();
        assertThatThrownBy(reset::join).hasMessageContaining("there is no session");
        assertThat(environments.count()).isZero();
        assertThat(environments.capacity(environments.environment("hall")).active())
                .isZero();
        corridor.awaitOpen(0);
    }

    @Test
    void sessionsThatAreUsedAndClosedAtOnceLeaveNothing() throws Exception {
        serve(environment("", 64));
        List<CompletableFuture<Void>> all = new java.util.ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            if (all.size() == 16) {
                CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
                all.clear();
            }
            EnvironmentHandle session = open("a");
            all.add(quietly(() -> session.reset(USUAL)));
            all.add(quietly(() -> session.step("go")));
            all.add(quietly(session::close));
            all.add(quietly(() -> session.reset(USUAL)));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        assertThat(environments.count()).isZero();
        assertThat(environments.capacity(environments.environment("hall")).active())
                .isZero();
        corridor.awaitOpen(0);
    }

    /** Does something in a thread of its own; that there is no session any more is no fault. */
    private static CompletableFuture<Void> quietly(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread unused = Thread.ofVirtual().start(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (dev.guerdon.server.http.ServeException e) {
                boolean expected = List.of("unknown_session", "no_episode").contains(e.kind());
                if (expected) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(e);
                }
            }
        });
        return done;
    }
}
