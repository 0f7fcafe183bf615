package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
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
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cli:claude} with the command line that users get, and a program in Claude Code's place that refuses what it would refuse. */
@Timeout(120)
class ClaudeStandInTest {

    private static final Message ASK = Message.user("First question");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path parent;

    @SuppressWarnings("NullAway.Init")
    private Path home;

    @BeforeEach
    void install() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: the stand-in needs /bin/sh");
        home = Files.createDirectory(parent.resolve("a home with spaces"));
        try (InputStream script = Objects.requireNonNull(getClass().getResourceAsStream("/cli/claude.sh"))) {
            Files.copy(script, home.resolve("claude"));
        }
    }

    /** The model with the very template that users get, but for the name of the program. */
    private Model model(String options, String... behaviour) throws IOException {
        Files.writeString(home.resolve("script"), String.join("\n", behaviour) + "\n");
        assertThat(Template.CLAUDE).startsWith("claude ");
        String template = "/bin/sh '" + home.resolve("claude") + "' " + Template.CLAUDE.substring("claude ".length());
        return ModelFactory.open(
                Fixture.registry(),
                "cli:claude" + options,
                null,
                null,
                Map.of("GUERDON_CLI_CLAUDE", template),
                Pace.REAL);
    }

    private ModelSession begin(String options, String... behaviour) throws IOException {
        return model(options, behaviour).begin(Detached.scope());
    }

    private List<String> argv(int call) throws IOException {
        return Files.readAllLines(home.resolve("argv." + call));
    }

    private String stdin(int call) throws IOException {
        return Files.readString(home.resolve("stdin." + call));
    }

    private static List<Message> then(List<Message> before, ModelReply reply, String next) {
        List<Message> messages = new ArrayList<>(before);
        messages.add(reply.message());
        messages.add(Message.user(next));
        return messages;
    }

    private ModelException failed(String... behaviour) throws IOException {
        ModelSession session = begin("", behaviour);
        return catchThrowableOfType(ModelException.class, () -> session.reply(List.of(ASK), List.of()));
    }

    @Test
    void aConversationGoesOnInItsSession() throws IOException {
        ModelSession session = begin("?model=haiku");
        List<Message> first = List.of(Message.system("Be brief."), ASK);
        ModelReply reply = session.reply(first, List.of());
        assertThat(reply.message()).isEqualTo(Message.assistant("answer 1"));
        assertThat(reply.usage()).isEqualTo(new Usage(1, 1104, 20, 0.0125));
        assertThat(reply.finish()).isEqualTo(Finish.STOP);
        assertThat(argv(1))
                .containsExactly(
                        "-p",
                        "--output-format",
                        "json",
                        "--tools",
                        "",
                        "--model",
                        "haiku",
                        "--system-prompt",
                        "Be brief.");
        List<Message> second = then(first, reply, "Second question");
        session.reply(then(second, session.reply(second, List.of()), "Third question"), List.of());
        assertThat(argv(3)).endsWith("--resume", "00000000-0000-4000-8000-000000000002");
        assertThat(Files.readAllLines(home.resolve("sessions/00000000-0000-4000-8000-000000000003")))
                .as("the program's own memory has each question once")
                .containsExactly("First question", "Second question", "Third question");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deleted", "stale-json"})
    void aStaleSessionIsGivenUpOnceHoweverTheProgramSaysSo(String how) throws IOException {
        ModelSession session = begin("", "ok", how, "ok");
        ModelReply reply = session.reply(List.of(ASK), List.of());
        if (how.equals("deleted")) {
            Files.delete(home.resolve("sessions/00000000-0000-4000-8000-000000000001"));
        }
        ModelReply again = session.reply(then(List.of(ASK), reply, "Second question"), List.of());
        assertThat(again.message().text()).isEqualTo("answer 3");
        assertThat(argv(3)).doesNotContain("--resume");
        assertThat(stdin(3)).isEqualTo("[user]\nFirst question\n\n[assistant]\nanswer 1\n\n[user]\nSecond question");
    }

    @ParameterizedTest
    @ValueSource(strings = {"noise", "notice", "events", "stream"})
    void anAnswerIsFoundWhateverStandsAroundIt(String how) throws IOException {
        ModelReply reply = begin("", how).reply(List.of(ASK), List.of());
        assertThat(reply.message().text()).isEqualTo("answer 1");
        assertThat(reply.usage().usd()).isEqualTo(0.0125);
    }

    @ParameterizedTest
    @CsvSource({"cut, CUT", "refused, FILTERED"})
    void whyAReplyEndedIsKept(String how, Finish finish) throws IOException {
        assertThat(begin("", how).reply(List.of(ASK), List.of()).finish()).isEqualTo(finish);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "api-error | cli:claude failed with exit code 1: API Error: 529 Overloaded",
                "limit | cli:claude failed with exit code 1: usage limit reached",
                "login | cli:claude failed with exit code 1: Invalid API key · Please run /login",
                "max-turns | cli:claude ended without an answer (error_max_turns)",
                "half | cli:claude wrote only a part of its answer, or something after it",
                "killed | cli:claude failed with exit code 137",
                "nothing | cli:claude ended without an answer",
                "object | cli:claude ended without an answer"
            })
    void failuresAreToldInTheProgramsWords(String how, String message) throws IOException {
        ModelException problem = failed(how);
        assertThat(problem).hasMessage(message);
        assertThat(problem.kind()).isEqualTo(Kind.OTHER);
        assertThat(Files.readString(home.resolve("calls")).strip())
                .as("not tried again")
                .isEqualTo("1");
    }

    @Test
    void plainTextIsTakenAsTheAnswer() throws IOException {
        assertThat(begin("", "text").reply(List.of(ASK), List.of()).message().text())
                .isEqualTo("Execution error");
    }

    @Test
    void flagsThatTheProgramDoesNotKnowAreItsError() throws IOException {
        Model odd = ModelFactory.open(
                Fixture.registry(),
                "cli:claude",
                null,
                null,
                Map.of("GUERDON_CLI_CLAUDE", "/bin/sh '" + home.resolve("claude") + "' -p --output-fromat json"),
                Pace.REAL);
        ModelException problem = catchThrowableOfType(
                ModelException.class, () -> odd.begin(Detached.scope()).reply(List.of(ASK), List.of()));
        assertThat(problem).hasMessageEndingWith("exit code 1: error: unknown option '--output-fromat'");
    }

    @Test
    void aVeryLargePromptGoesThroughStandardInput() throws IOException {
        String page = "line of a page with ü and 漢字\n".repeat(100_000);
        begin("").reply(List.of(Message.user(page)), List.of());
        assertThat(stdin(1)).isEqualTo(page);
        assertThat(argv(1)).noneMatch(argument -> argument.length() > 100);
    }

    @Test
    void anEmptyPromptIsRefusedByTheProgramAndSaidSo() throws IOException {
        ModelSession session = begin("");
        ModelException problem =
                catchThrowableOfType(ModelException.class, () -> session.reply(List.of(Message.user("")), List.of()));
        assertThat(problem).hasMessageContaining("Input must be provided");
    }

    @Test
    @Tag("slow")
    void aProgramThatHangsIsEndedWithItsChildren() throws Exception {
        ModelSession session = begin("?timeout=2s", "hang");
        ModelException problem =
                catchThrowableOfType(ModelException.class, () -> session.reply(List.of(ASK), List.of()));
        assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(problem).hasMessage("cli:claude gave no answer within 2s");
        nothingIsLeftRunning();
    }

    @Test
    void cancellingEndsTheProgramWithItsChildren() throws Exception {
        Fixture.Heard heard = new Fixture.Heard();
        RunningRollouts job = RolloutEngine.start(
                Fixture.setup(Fixture.tools(), model("", "hang")),
                List.of(RolloutPlan.of(Fixture.tasks(1).getFirst(), 0, 0)),
                1,
                heard);
        Path children = home.resolve("children");
        while (!Files.exists(children) || Files.readAllLines(children).size() < 2) {
            Thread.sleep(5); // looks for a file that another process writes; the class has a timeout
        }
        job.cancel();
        job.await();
        assertThat(heard.rollouts.getFirst().trajectory().finishReason()).isEqualTo(FinishReason.CANCELLED);
        nothingIsLeftRunning();
    }

    private void nothingIsLeftRunning() throws Exception {
        for (String line : Files.readAllLines(home.resolve("children"))) {
            Optional<ProcessHandle> child = ProcessHandle.of(Long.parseLong(line.strip()));
            if (child.isPresent()) {
                child.get().onExit().get(30, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aFailureEndsTheRolloutUnscored() throws IOException {
        Rollout rollout = Fixture.one(Fixture.setup(Fixture.tools(), model("", "api-error")));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MODEL_FAILED);
        assertThat(rollout.trajectory().reward()).isEmpty();
        assertThat(rollout.error()).contains("API Error: 529");
    }
}
