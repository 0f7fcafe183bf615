package dev.guerdon.agent.research;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The web research agent with a real server behind it that misbehaves: it goes on or says why not, and zeros are earned. */
@Timeout(120)
class MisbehavingModelTest {

    private final List<String> actions = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A browser whose page never changes. */
    private final class StillBrowser implements Environment, EnvironmentProvider {

        @Override
        public Step reset(Task task, long seed) {
            return show(false);
        }

        @Override
        public Step step(String action) {
            actions.add(action);
            return show(action.startsWith("send_msg_to_user"));
        }

        private static Step show(boolean done) {
            Map<String, @Nullable Object> seen =
                    Map.of("url", "http://still/", "axtree_txt", "RootWebArea 'Still'\n" + "\ttext\n".repeat(60));
            return new Step(new Observation("", seen), 0, done, Map.of());
        }

        @Override
        public String name() {
            return "browser";
        }

        @Override
        public String description() {
            return "a page that never changes";
        }

        @Override
        public List<Option> options() {
            return List.of();
        }

        @Override
        public Environment open(Map<String, String> options) {
            return new StillBrowser();
        }

        @Override
        public Task task(Map<String, String> options) {
            return Task.of("t", "?", Map.of());
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.of();
        }

        @Override
        public void close() {}
    }

    private Rollout run(int turns, String options) {
        Registry registry = new Registry();
        registry.environment(new StillBrowser());
        try (Model model = ModelFactory.open(registry, server.spec("?price_in=0&" + options), null, null)) {
            RolloutSetup setup = RolloutSetup.builder(
                            registry, AgentCatalogue.create(Registry.discover(), "web-research", Map.of()), model)
                    .reward(RewardEntry.of(
                            "said", sample -> sample.finalResponse().equals("42") ? 1 : 0))
                    .limits(RolloutLimits.turns(turns))
                    .build();
            return RolloutEngine.run(setup, List.of(Task.of("t", "How many?", Map.of())), 1, 1, 0)
                    .getFirst();
        }
    }

    private Rollout run(int turns) {
        return run(turns, "retries=2");
    }

    private static final ScriptedServer.Answer GOOD =
            ScriptedServer.says("So.\nACTION: submit_answer\nPARAMS: {\"answer\": \"42\"}");

    @Test
    void emptyCutAndFilteredRepliesAreToldToTheModelForWhatTheyAre() {
        server.then(ScriptedServer.says(""))
                .then(ScriptedServer.says("I think that this is about", "length"))
                .then(ScriptedServer.says("", "content_filter"))
                .then(GOOD);
        Rollout rollout = run(10);
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        assertThat(rollout.trajectory().reward()).hasValue(1);
        assertThat(rollout.turns().stream().map(turn -> turn.info().get(TurnInfo.PARSE_ERROR)))
                .containsExactly(
                        "your reply was empty; write one action with its PARAMS line",
                        "your reply was cut off before its action; write fewer words, then one action with its PARAMS"
                                + " line",
                        "your reply was held back by a filter; write one action with its PARAMS line",
                        null);
        assertThat(server.asked().get(1)).contains("PROBLEM with your last action: your reply was empty");
    }

    @Test
    void aModelThatSaysNothingToTheEndGaveNoAnswer() {
        for (int i = 0; i < 3; i++) {
            server.then(ScriptedServer.says(""));
        }
        Rollout rollout = run(3);
        assertThat(rollout.finalResponse()).isEmpty();
        assertThat(rollout.trajectory().finishReason())
                .as("nobody submitted anything, so it is not completed")
                .isEqualTo(FinishReason.MAX_TURNS);
        assertThat(rollout.trajectory().reward()).hasValue(0);
        assertThat(actions).noneMatch(action -> action.startsWith("send_msg"));
    }

    @Test
    void halfAnAddressIsNotOpenedAndHalfAnAnswerIsMarked() {
        server.then(ScriptedServer.says("ACTION: navigate_to_url\nPARAMS: {\"url\": \"http://still/pag", "length"))
                .then(ScriptedServer.says(
                        "ACTION: navigate_to_url\nPARAMS: {\"url\": \"http://still/a\"} and", "length"))
                .then(ScriptedServer.says("ACTION: submit_answer\nPARAMS: {\"answer\": \"It is 4", "length"));
        Rollout rollout = run(10);
        assertThat(actions).containsExactly("noop(0)", "goto('http://still/a')", "send_msg_to_user('It is 4')");
        assertThat(rollout.turns().getFirst().error()).contains("cut off in the middle of its action");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.CUT_REPLY);
    }

    @Test
    void aRefusalIsNoFailureOfTheModel() {
        server.then(ScriptedServer.message(Map.of("role", "assistant", "refusal", "I can't help."), "stop"));
        Rollout rollout = run(1);
        assertThat(rollout.error()).isEmpty();
        assertThat(rollout.finalResponse()).isEqualTo("I can't help.");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.CUT_REPLY);
        assertThat(rollout.turns().getFirst().info()).containsEntry(TurnInfo.REPLY_FINISH, "content_filter");
    }

    @Test
    void aModelThatCallsAToolMeansAnAction() {
        Map<String, ?> call = Map.of(
                "id",
                "c1",
                "type",
                "function",
                "function",
                Map.of("name", "submit_answer", "arguments", "{\"answer\": \"42\"}"));
        server.then(ScriptedServer.message(Map.of("role", "assistant", "tool_calls", List.of(call)), "tool_calls"));
        assertThat(run(3).finalResponse()).isEqualTo("42");
    }

    @Test
    void hugeRepliesAreNotSaidAgainInEveryStep() {
        server.then(ScriptedServer.says("blah ".repeat(400_000)))
                .then(ScriptedServer.says("ACTION: " + "no_such_action_".repeat(6_000)))
                .then(GOOD);
        Rollout rollout = run(5);
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(server.asked().get(1).length()).isLessThan(30_000);
        assertThat(server.asked().get(2).length()).isLessThan(40_000);
        assertThat(rollout.turns().get(1).error()).hasSizeLessThan(300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", " ", "-", "{", "'", ","})
    @Tag("slow")
    void parametersThatCannotBeReadAreNoEmptyAnswer(String junk) {
        server.then(ScriptedServer.says("ACTION: submit_answer\nPARAMS: " + junk.repeat(90_000 / junk.length())))
                .then(GOOD);
        assertThat(run(3).finalResponse()).isNotEmpty();
    }

    @Test
    void anEmptyAnswerThatIsMeantIsTaken() {
        server.then(ScriptedServer.says("ACTION: submit_answer\nPARAMS: {\"answer\": \"\"}"));
        Rollout rollout = run(3);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        assertThat(actions).containsExactly("send_msg_to_user('')");
    }

    @Test
    void textThatNobodyExpectsGoesThrough() {
        server.then(ScriptedServer.status(
                        200,
                        "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"\\u0000 \\ud800 \\u001b[31m"
                                + " \\u202e\"},\"finish_reason\":null}]}"))
                .then(GOOD);
        assertThat(run(3).finalResponse()).isEqualTo("42");
    }

    @Test
    void troubleInTheMiddleIsSurvivedAndCounted() {
        server.then(ScriptedServer.says("ACTION: scroll_page\nPARAMS: {\"direction\": \"down\"}"))
                .then(ScriptedServer.status(429, "{\"error\":{\"message\":\"slow down\"}}", "retry-after-ms", "20"))
                .then(ScriptedServer.status(503, "busy", "retry-after-ms", "20"))
                .then(GOOD);
        Rollout rollout = run(5);
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.turns().getLast().info()).containsEntry(TurnInfo.RETRIES, 2);
    }

    @Test
    void aModelThatFailsInTheMiddleLeavesTheEpisodeUnscoredWithItsSteps() {
        server.then(ScriptedServer.says("ACTION: scroll_page\nPARAMS: {\"direction\": \"down\"}"))
                .then(ScriptedServer.status(400, "{\"error\":{\"message\":\"bad thing in the middle\"}}"));
        Rollout rollout = run(5);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        assertThat(rollout.score()).isInstanceOf(Score.Unscored.class);
        assertThat(rollout.error()).contains("status 400: bad thing in the middle");
        assertThat(rollout.turns()).hasSize(1);
    }

    @Test
    void silenceInTheMiddleIsATimeoutAndNoZero() {
        server.then(ScriptedServer.says("ACTION: scroll_page\nPARAMS: {}")).then(server.silence());
        Rollout rollout = run(5, "retries=0&timeout=2s");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        assertThat(rollout.trajectory().reward()).isEmpty();
        assertThat(rollout.error()).contains("gave no answer in time");
    }

    @Test
    void theSameReplyAgainAndAgainEndsWithTheSteps() {
        for (int i = 0; i < 4; i++) {
            server.then(ScriptedServer.says("The the the the. ".repeat(100)));
        }
        Rollout rollout = run(4);
        assertThat(rollout.turns()).hasSize(4);
        assertThat(rollout.turns().getLast().info()).containsEntry("forced", true);
        assertThat(rollout.trajectory().reward()).hasValue(0);
    }
}
