package dev.guerdon.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.Detached;
import dev.guerdon.agent.Fixture;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded is replayed; what was not is an error that helps. */
class ModelRecordingTest {

    private static final String KEY = "test-key-abcdefgh-123456";
    private static final String LOOKS_LIKE_ONE = "password: hunter2hunter2 sk-abcdefgh12345678";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final SecretFilter secrets = SecretFilter.of(Map.of("MY_API_KEY", KEY));

    private Model replay() {
        return ModelFactory.open(new Registry(), "replay:" + folder, null, null, Map.of("MY_API_KEY", KEY), Pace.REAL);
    }

    /** Counts to a number of its own for each rollout, in three calls, and answers. */
    private static Fixture.Answers counting(AtomicInteger asked) {
        return (messages, tools) -> {
            asked.incrementAndGet();
            long calls = messages.stream().filter(Message::isTool).count();
            return calls == 3
                    ? Message.assistant("done: " + messages.getLast().text() + " ünïcode \"quoted\"\n" + LOOKS_LIKE_ONE)
                    : Message.assistant(
                            "I count.", List.of(new ToolCall("c" + calls, "count", Map.of("by", 2), "{\"by\": 2}")));
        };
    }

    private static List<Message> said(Rollout rollout) {
        return rollout.trajectory().messages();
    }

    @Test
    void wholeConversationsAreReplayedWithoutTheModel() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        List<Rollout> recorded;
        try (Model model = new RecordingModel(counting(asked), folder, secrets)) {
            recorded = RolloutEngine.run(Fixture.setup(Fixture.tools(), model), Fixture.tasks(5), 2, 4, 1);
        }
        assertThat(asked).hasValue(40);
        List<Rollout> replayed = RolloutEngine.run(Fixture.setup(Fixture.tools(), replay()), Fixture.tasks(5), 2, 4, 1);
        assertThat(asked).as("the model was not asked again").hasValue(40);
        assertThat(replayed).extracting(Rollout::error).containsOnly("");
        for (int i = 0; i < recorded.size(); i++) {
            assertThat(said(replayed.get(i)).size())
                    .isEqualTo(said(recorded.get(i)).size());
            assertThat(said(replayed.get(i)).subList(0, 7))
                    .isEqualTo(said(recorded.get(i)).subList(0, 7));
            assertThat(replayed.get(i).usage()).isEqualTo(recorded.get(i).usage());
            assertThat(replayed.get(i).finalResponse()).isEqualTo("done: now 6 ünïcode \"quoted\"\n" + LOOKS_LIKE_ONE);
        }
        String file = Files.readString(folder.resolve(RecordingModel.FILE));
        assertThat(file.lines()).as("40 answers and the tools once").hasSize(41);
        assertThat(file.lines().filter(line -> line.contains("Do 3.")).count())
                .as("a line holds only what is new")
                .isEqualTo(2);
    }

    @Test
    void answerThatHeldAKeyIsRefusedAndNotGivenAsAnother() throws IOException {
        Fixture.Answers says = (messages, tools) -> Message.assistant(
                messages.getFirst().text().contains("2") ? "it is " + KEY : "it is " + LOOKS_LIKE_ONE);
        try (Model model = new RecordingModel(says, folder, secrets)) {
            RolloutEngine.run(Fixture.setup(Fixture.tools(), model), Fixture.tasks(3), 1, 1, 1);
        }
        assertThat(Files.readString(folder.resolve(RecordingModel.FILE))).doesNotContain(KEY);
        List<Rollout> replayed = RolloutEngine.run(Fixture.setup(Fixture.tools(), replay()), Fixture.tasks(3), 1, 1, 1);
        assertThat(replayed.stream().filter(each -> each.error().isEmpty()))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.finalResponse()).isEqualTo("it is " + LOOKS_LIKE_ONE));
        assertThat(replayed.stream().filter(each -> !each.error().isEmpty()))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.error()).contains("held a key", "record the rollout again");
                    assertThat(each.score()).isInstanceOf(Score.Unscored.class);
                });
    }

    @Test
    void answerThatHeldAKeyIsNotCached() {
        AtomicInteger asked = new AtomicInteger();
        Fixture.Answers says = (messages, tools) -> Message.assistant(asked.incrementAndGet() + " " + KEY);
        Model cached = new CachedModel(says, "test:m", folder, secrets);
        for (int i = 1; i <= 2; i++) {
            assertThat(cached.begin(Detached.scope("a", 0))
                            .reply(List.of(Message.user("hi")), List.of())
                            .message()
                            .text())
                    .isEqualTo(i + " " + KEY);
        }
    }

    @Test
    void theToolsStandBeforeEveryLineThatNamesThem() throws IOException {
        int many = 64;
        CountDownLatch all = new CountDownLatch(many);
        Fixture.Answers together = (messages, tools) -> {
            all.countDown();
            all.await(); // so that all of them write at the same moment
            return Message.assistant("done");
        };
        try (Model model = new RecordingModel(together, folder, secrets)) {
            RolloutEngine.run(Fixture.setup(Fixture.tools(), model), Fixture.tasks(many), 1, many, 1);
        }
        assertThat(Files.readAllLines(folder.resolve(RecordingModel.FILE)).getFirst())
                .startsWith("{\"tools\":");
        assertThat(RolloutEngine.run(Fixture.setup(Fixture.tools(), replay()), Fixture.tasks(many), 1, 8, 1))
                .extracting(Rollout::error)
                .containsOnly("");
    }

    @Test
    void rolloutsOfOneGroupKeepTheirOwnAnswers() {
        AtomicInteger number = new AtomicInteger();
        Fixture.Answers model = (messages, tools) -> Message.assistant("answer " + number.incrementAndGet());
        List<Rollout> recorded;
        try (Model recording = new RecordingModel(model, folder, secrets)) {
            recorded = RolloutEngine.run(Fixture.setup(Fixture.tools(), recording), Fixture.tasks(1), 5, 1, 1);
        }
        List<Rollout> replayed = RolloutEngine.run(Fixture.setup(Fixture.tools(), replay()), Fixture.tasks(1), 5, 1, 1);
        assertThat(replayed)
                .extracting(Rollout::finalResponse)
                .isEqualTo(recorded.stream().map(Rollout::finalResponse).toList());
        List<Rollout> more = RolloutEngine.run(Fixture.setup(Fixture.tools(), replay()), Fixture.tasks(1), 6, 1, 1);
        assertThat(more.getLast().error())
                .as("another rollout's answer to the same request is taken")
                .isEmpty();
    }

    @Test
    void theSameRequestAskedAgainGetsItsAnswersInOrder() {
        AtomicInteger number = new AtomicInteger();
        Fixture.Answers model = (messages, tools) -> Message.assistant("answer " + number.incrementAndGet());
        List<Message> request = List.of(Message.user("Again?"));
        try (Model recording = new RecordingModel(model, folder, secrets)) {
            ModelSession session = recording.begin(Detached.scope());
            session.reply(request, List.of());
            session.reply(request, List.of());
        }
        ModelSession session = replay().begin(Detached.scope());
        assertThat(session.reply(request, List.of()).message().text()).isEqualTo("answer 1");
        assertThat(session.reply(request, List.of()).message().text()).isEqualTo("answer 2");
    }

    @Test
    void aMissShowsTheNearestRequestAndWhatDiffers() {
        try (Model model = new RecordingModel(counting(new AtomicInteger()), folder, secrets)) {
            RolloutEngine.run(Fixture.setup(Fixture.tools(), model), Fixture.tasks(3), 1, 1, 1);
        }
        Agent other = AgentCatalogue.create(Registry.discover(), "tools", Map.of("system", "Be quick."));
        Rollout missed = RolloutEngine.run(Fixture.setup(other, replay()), Fixture.tasks(2), 1, 1, 1)
                .get(1);
        assertThat(missed.trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        assertThat(missed.error())
                .startsWith("request 1 of rollout task-1#0 is not among the 12 requests recorded in " + folder)
                .contains("the nearest is request 1 of rollout task-1#0, and differs in:")
                .contains("recorded 1 messages, now 2", "- user: Do 1.", "+ system: Be quick.");
    }

    @Test
    void aMissFarIntoAConversationShowsTheCharacterThatDiffers() {
        ModelSession recorded =
                new RecordingModel(Fixture.script(Message.assistant("a")), folder, secrets).begin(Detached.scope());
        String page = "line of the page\n".repeat(50);
        recorded.reply(
                List.of(Message.user("task"), Message.assistant("x"), Message.user(page + "price 10" + page)),
                List.of());
        ModelSession session = replay().begin(Detached.scope());
        assertThatThrownBy(() -> session.reply(
                        List.of(Message.user("task"), Message.assistant("x"), Message.user(page + "price 11" + page)),
                        Fixture.registry().tools().stream()
                                .<AgentTool>map(tool -> tool)
                                .limit(1)
                                .toList()))
                .isInstanceOfSatisfying(
                        ModelException.class,
                        miss -> assertThat(miss.kind()).isEqualTo(ModelException.Kind.REPLAY_MISS))
                .hasMessageContaining("message 3 differs at character " + (6 + page.length() + 8) + ":")
                .hasMessageContaining("price 10line", "price 11line")
                .hasMessageContaining("+ tool count");
    }

    @Test
    void halfALineOfAKilledProcessIsLeftOut() throws IOException {
        Path file = folder.resolve(RecordingModel.FILE);
        List<Message> request = List.of(Message.user("hi"));
        try (Model model = new RecordingModel(Fixture.script(Message.assistant("a")), folder, secrets)) {
            model.begin(Detached.scope("one", 0)).reply(request, List.of());
        }
        Files.writeString(file, "{\"rollout\":\"two#0\",\"tu", StandardOpenOption.APPEND);
        assertThat(ModelRecording.read(folder).size()).isEqualTo(1);
        try (Model model = new RecordingModel(Fixture.script(Message.assistant("b")), folder, secrets)) {
            model.begin(Detached.scope("three", 0)).reply(request, List.of());
        }
        assertThat(ModelRecording.read(folder).size()).isEqualTo(2);
        Files.writeString(file, "{\"rollout\":7}\n{}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> ModelRecording.read(folder))
                .hasMessageContaining(RecordingModel.FILE + ":4 is not a line");
    }

    @Test
    void anEmptyFolderIsNoRecording() {
        assertThatThrownBy(this::replay).hasMessageContaining("there is no recording to replay in " + folder);
    }

    @Test
    void policiesAreRecordedLikeModels() {
        Registry registry = Registry.discover();
        RolloutSetup setup = RolloutSetup.builder(
                        registry, Fixture.tools(), ModelFactory.open(registry, "policy:minilab-gold", folder, null))
                .reward(registry.reward("minilab_reward"))
                .tools(List.of("minilab_explorer"))
                .limits(RolloutLimits.turns(60))
                .build();
        var tasks = registry.environment("minilab").tasks("", Map.of()).limit(2).toList();
        List<Rollout> recorded = RolloutEngine.run(setup, tasks, 1, 2, 1);
        Model replay = ModelFactory.open(registry, "openai:any", null, folder);
        assertThat(replay.spec()).isEqualTo("openai:any");
        List<Rollout> replayed = RolloutEngine.run(
                RolloutSetup.builder(registry, setup.agent(), replay)
                        .rewards(setup.rewards())
                        .tools(setup.tools())
                        .limits(setup.limits())
                        .artifacts(setup.artifacts())
                        .build(),
                tasks,
                1,
                2,
                1);
        assertThat(replayed)
                .extracting(Rollout::score)
                .isEqualTo(recorded.stream().map(Rollout::score).toList());
        assertThat(replayed.getFirst().trajectory().reward()).hasValue(10);
    }

    @Test
    void aCacheAnswersForNothing() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Fixture.Answers model = (messages, tools) -> Message.assistant("answer " + asked.incrementAndGet());
        Model cached = new CachedModel(model, "test:m", folder, secrets);
        List<Message> request = List.of(Message.user("hi"));
        ModelReply first = cached.begin(Detached.scope("a", 0)).reply(request, List.of());
        assertThat(first.usage().tokens()).isEqualTo(15);
        ModelReply again = cached.begin(Detached.scope("a", 0)).reply(request, List.of());
        assertThat(again.message()).isEqualTo(first.message());
        assertThat(again.usage()).isEqualTo(Usage.NONE);
        cached.begin(Detached.scope("a", 1)).reply(request, List.of());
        assertThat(asked)
                .as("another rollout of the group has an answer of its own")
                .hasValue(2);
        new CachedModel(model, "test:other", folder, secrets)
                .begin(Detached.scope("a", 0))
                .reply(request, List.of());
        assertThat(asked).hasValue(3);
        try (var files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    Files.writeString(file, "{\"reply\":");
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }
        cached.begin(Detached.scope("a", 0)).reply(request, List.of());
        assertThat(asked).as("a broken file counts as none").hasValue(4);
    }
}
