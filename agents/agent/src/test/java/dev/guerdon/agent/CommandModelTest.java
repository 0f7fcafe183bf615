package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.agent.CommandModel.Template;
import dev.guerdon.agent.model.RateGate.Pace;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Message;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program as a model, with a script that behaves as such programs do. */
@Timeout(30)
class CommandModelTest {

    private static final Message ASK = Message.user("First question");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void aShellIsNeeded() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: the fake command-line model needs /bin/sh");
        try (InputStream script = Objects.requireNonNull(getClass().getResourceAsStream("/cli/fake.sh"))) {
            Files.copy(script, folder.resolve("fake.sh"));
        }
    }

    private Model model(String mode, String options) {
        String template = "/bin/sh '" + folder.resolve("fake.sh") + "' '" + folder + "' " + mode
                + " [--model {model}] [--system {system}] [--resume {session}]";
        return ModelFactory.open(
                Fixture.registry(),
                "cli:fake" + options,
                null,
                null,
                Map.of("GUERDON_CLI_FAKE", template, "SOME_API_KEY", "test-key-abcdefgh-123456"),
                Pace.REAL);
    }

    private ModelSession begin(String mode, String options) {
        return model(mode, options).begin(Detached.scope());
    }

    private String given(String what, int call) throws IOException {
        return Files.readString(folder.resolve(what + "." + call));
    }

    private static List<Message> then(List<Message> before, ModelReply reply, String next) {
        List<Message> messages = new java.util.ArrayList<>(before);
        messages.add(reply.message());
        messages.add(Message.user(next));
        return messages;
    }

    private void nothingIsLeftRunning() throws Exception {
        for (String line : Files.readAllLines(folder.resolve("children"))) {
            Optional<ProcessHandle> child = ProcessHandle.of(Long.parseLong(line.strip()));
            if (child.isPresent()) {
                child.get().onExit().get(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void theSessionIsResumedWithWhatIsNew() throws IOException {
        ModelSession session = begin("answer", "?model=small");
        List<Message> first = List.of(Message.system("Be brief."), ASK);
        ModelReply reply = session.reply(first, List.of());
        assertThat(reply.message()).isEqualTo(Message.assistant("answer 1"));
        assertThat(reply.usage()).isEqualTo(new Usage(1, 15, 3, 0.25));
        List<Message> second = then(first, reply, "Second question");
        ModelReply again = session.reply(second, List.of());
        assertThat(given("prompt", 1)).isEqualTo("First question");
        assertThat(given("resume", 1)).isEmpty();
        assertThat(given("prompt", 2)).isEqualTo("Second question");
        assertThat(given("resume", 2)).isEqualTo("s1");
        assertThat(given("system", 2)).isEqualTo("Be brief.");
        assertThat(given("model", 2)).isEqualTo("small");
        session.reply(then(second, again, "Third question"), List.of());
        assertThat(given("resume", 3)).as("the newest session goes on").isEqualTo("s2");
    }

    @Test
    void anotherConversationIsNotTakenForTheSame() throws IOException {
        ModelSession session = begin("answer", "");
        session.reply(List.of(ASK), List.of());
        session.reply(
                List.of(Message.user("Something else"), Message.assistant("yes"), Message.user("And?")), List.of());
        assertThat(given("resume", 2)).isEmpty();
        assertThat(given("prompt", 2)).isEqualTo("[user]\nSomething else\n\n[assistant]\nyes\n\n[user]\nAnd?");
    }

    @Test
    void aConversationWhoseQuestionsWereShortenedGoesOn() throws IOException {
        ModelSession session = begin("answer", "");
        ModelReply reply = session.reply(List.of(Message.user("A question with a long page")), List.of());
        session.reply(List.of(Message.user("A question"), reply.message(), Message.user("Next")), List.of());
        assertThat(given("resume", 2)).isEqualTo("s1");
        assertThat(given("prompt", 2)).isEqualTo("Next");
        session.reply(List.of(Message.user("A question"), Message.user("A summary"), Message.user("Next")), List.of());
        assertThat(given("resume", 3))
                .as("what it said is gone, as after folding")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stale", "stale-result"})
    void aStaleSessionStartsOverOnceWithTheWholeConversation(String mode) throws IOException {
        ModelSession session = begin(mode, "");
        ModelReply reply = session.reply(List.of(ASK), List.of());
        ModelReply again = session.reply(then(List.of(ASK), reply, "Second question"), List.of());
        assertThat(again.message().text()).isEqualTo("answer 3");
        assertThat(given("resume", 2)).isEqualTo("s1");
        assertThat(given("resume", 3)).isEmpty();
        assertThat(given("prompt", 3))
                .isEqualTo("[user]\nFirst question\n\n[assistant]\nanswer 1\n\n[user]\nSecond question");
        assertThat(Files.readString(folder.resolve("count")).strip()).isEqualTo("3");
    }

    @Test
    @Tag("slow")
    void aHangInASessionStartsOverOnceWithoutIt() throws Exception {
        ModelSession session = begin("hang-resumed", "?timeout=1s");
        ModelReply reply = session.reply(List.of(ASK), List.of());
        assertThat(session.reply(then(List.of(ASK), reply, "Second question"), List.of())
                        .message()
                        .text())
                .isEqualTo("answer 3");
        nothingIsLeftRunning();
    }

    @Test
    void aHangWithoutASessionIsATimeoutAndEverythingIsKilled() throws Exception {
        ModelException problem = catchThrowableOfType(
                ModelException.class, () -> begin("hang", "?timeout=500ms").reply(List.of(ASK), List.of()));
        assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(problem).hasMessage("cli:fake gave no answer within 500ms");
        assertThat(Files.readString(folder.resolve("count")).strip())
                .as("not repeated")
                .isEqualTo("1");
        nothingIsLeftRunning();
    }

    @Test
    void otherFailuresPropagate() throws IOException {
        assertThatThrownBy(() -> begin("fail", "").reply(List.of(ASK), List.of()))
                .isInstanceOf(ModelException.class)
                .hasMessage("cli:fake failed with exit code 3: the model is overloaded");
        assertThatThrownBy(() -> begin("partial", "").reply(List.of(ASK), List.of()))
                .hasMessageContaining("wrote only a part of its answer");
        assertThatThrownBy(() -> begin("crash", "").reply(List.of(ASK), List.of()))
                .hasMessageContaining("exit code 137: panic: out of luck, key ***")
                .hasMessageNotContaining("test-key");
        assertThatThrownBy(() -> begin("empty", "").reply(List.of(ASK), List.of()))
                .hasMessage("cli:fake ended without an answer");
        assertThat(Files.readString(folder.resolve("count")).strip()).isEqualTo("4");
    }

    @Test
    void outputIsLimited() {
        assertThatThrownBy(() -> begin("flood", "?most_output=100000").reply(List.of(ASK), List.of()))
                .hasMessage("cli:fake wrote more than 100000 bytes and was ended");
    }

    @Test
    void childrenThatAreLeftBehindAreEnded() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "skipped: orphans are found by /proc");
        assertThat(begin("leave", "").reply(List.of(ASK), List.of()).message().text())
                .isEqualTo("answer 1");
        nothingIsLeftRunning();
    }

    @Test
    void cancellingARolloutKillsTheProgramAndItsChildren() throws Exception {
        Fixture.Heard heard = new Fixture.Heard();
        RunningRollouts job = RolloutEngine.start(
                Fixture.setup(Fixture.tools(), model("hang", "")),
                List.of(RolloutPlan.of(Fixture.tasks(1).getFirst(), 0, 0)),
                1,
                heard);
        Path children = folder.resolve("children");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(children) || Files.readAllLines(children).size() < 2) {
            assertThat(System.nanoTime())
                    .as("the program starts its children within a minute")
                    .isLessThan(until);
            Thread.sleep(5);
        }
        job.cancel();
        job.await();
        assertThat(heard.rollouts.getFirst().trajectory().finishReason()).isEqualTo(FinishReason.CANCELLED);
        nothingIsLeftRunning();
    }

    @Test
    void toolsAreOfferedAndCalledInText() throws IOException {
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), model("echo-tool", "")));
        assertThat(rollout.error()).isEmpty();
        assertThat(rollout.finalResponse()).isEqualTo("seven");
        assertThat(rollout.turns().getFirst().observation()).isEqualTo("now 7");
        assertThat(given("system", 1)).contains("* count: Counts up.", "<action>");
        assertThat(given("prompt", 2)).isEqualTo("[result of count]\nnow 7");
    }

    @Test
    void plainTextIsAnAnswerToo() {
        assertThat(begin("plain", "").reply(List.of(ASK), List.of()).message().text())
                .isEqualTo("plain answer");
    }

    @Test
    void longSystemPromptsGoWithThePrompt() throws IOException {
        String system = "rule ".repeat(30_000);
        begin("answer", "").reply(List.of(Message.system(system), ASK), List.of());
        assertThat(given("prompt", 1)).startsWith("rule rule").endsWith("First question");
        assertThat(given("system", 1)).isEmpty();
    }

    @Test
    void commandLinesAreReadWithoutAShell() {
        Template template = Template.parse("a 'b c' \"\" [--s {system}] [-r {session}] x{model}", "here");
        assertThat(template.command(Map.of("system", "$(rm) {model}", "model", "m")))
                .containsExactly("a", "b c", "", "--s", "$(rm) {model}", "xm");
        assertThat(Template.of("claude", Map.of()).command(Map.of("session", "id")))
                .containsExactly("claude", "-p", "--output-format", "json", "--tools", "", "--resume", "id");
        assertThatThrownBy(() -> Template.parse("a [b", "MY_VARIABLE")).hasMessageContaining("MY_VARIABLE");
        assertThatThrownBy(() -> Template.parse("a 'b", "MY_VARIABLE")).hasMessageContaining("character 2");
        assertThatThrownBy(() -> Template.of("other-one", Map.of())).hasMessageContaining("set GUERDON_CLI_OTHER_ONE");
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        Model missing = ModelFactory.open(
                Fixture.registry(),
                "cli:ghost",
                null,
                null,
                Map.of("GUERDON_CLI_GHOST", "no-such-program-here -p"),
                Pace.REAL);
        assertThatThrownBy(() -> missing.begin(Detached.scope()).reply(List.of(ASK), List.of()))
                .hasMessageContaining("is 'no-such-program-here' installed and on the PATH?");
    }
}
