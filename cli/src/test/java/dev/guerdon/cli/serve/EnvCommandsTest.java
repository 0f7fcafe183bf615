package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.CommandFailures;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

@Isolated("gives the whole JVM another standard input")
class EnvCommandsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Door door = new Door();

    /** A door that is opened with the word that the option gives. */
    private static final class Door implements EnvironmentProvider, Environment {
        private String word = "";
        private boolean closed;
        private Step last = new Step(Observation.of(""), 0, false, Map.of());

        @Override
        public String name() {
            return "door";
        }

        @Override
        public String description() {
            return "A door with a secret.";
        }

        @Override
        public List<Option> options() {
            return List.of(new Option("word", "WORD", "what opens it"), COMPAT);
        }

        @Override
        public Environment open(Map<String, String> options) {
            return this;
        }

        @Override
        public Map<String, String> asRecorded(Map<String, String> options) {
            return options.containsKey("word") && !options.containsKey("compat")
                    ? Map.of("word", options.get("word"), "compat", "true")
                    : options;
        }

        @Override
        public Task task(Map<String, String> options) {
            return Task.of("door", "Open it.", Map.of("word", options.getOrDefault("word", "sesame")));
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.of(task(options));
        }

        @Override
        public Step reset(Task task, long seed) {
            word = task.field("word").orElseThrow().asString();
            if (word.isEmpty()) {
                throw new GuerdonException("the word must not be empty");
            }
            last = new Step(new Observation("A door.", Map.of("letters", word.length())), 0, false, Map.of("tries", 0));
            return last;
        }

        @Override
        public Step step(String action) {
            if (action.equals("kick")) {
                throw new IllegalStateException("the door broke");
            }
            boolean opened = action.equals(word);
            last = new Step(
                    Observation.of(opened ? "It opens." : "Nothing: " + action), opened ? 1 : 0, opened, Map.of());
            return last;
        }

        @Override
        public List<String> actions() {
            return last.done() ? List.of() : List.of(word);
        }

        @Override
        public Optional<String> hint() {
            return Optional.of("say " + word);
        }

        @Override
        public String describeState() {
            return last.done() ? "open" : "shut";
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private Result env(String input, String... arguments) {
        Registry registry = new Registry();
        registry.environment(door);
        CommandLine commandLine = EnvCommands.create(registry)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setParameterExceptionHandler(CommandFailures::wrongUsage)
                .setExecutionExceptionHandler(CommandFailures::failed);
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return new Result(commandLine.execute(arguments), out.toString().replace("\r", ""), err.toString());
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void afterTheEndAProgramIsRefusedAndToldHowItEnded() {
        String[] lines = env("sesame\nsesame\n", "play", "door", "--json").out().split("\n", -1);
        assertThat(lines[1]).contains("\"reward\":1.0", "\"terminated\":true,\"truncated\":false,\"limit\":\"\"");
        assertThat(lines[2]).contains("\"reward\":0", "\"done\":true", "\"error\":\"The episode is over.");
    }

    @Test
    void compatStandsAloneOrWithAValueAndGoesOnAfterTheEnd() {
        assertThat(env("sesame\nsesame\n", "play", "door", "--json", "--compat")
                        .out()
                        .split("\n", -1)[2])
                .contains("It opens.", "\"reward\":1.0");
    }

    @Test
    void whatPlaysOfficialDataIsPlayedAsRecordedUnlessToldOtherwise() {
        assertThat(env("x\nx\n", "play", "door", "--json", "--word", "x").out().split("\n", -1)[2])
                .contains("It opens.", "\"reward\":1.0");
    }

    @Test
    void compatFalseTurnsItOff() {
        assertThat(env("x\nx\n", "play", "door", "--json", "--word", "x", "--compat", "false")
                        .out()
                        .split("\n", -1)[2])
                .contains("over");
    }

    @Test
    void aPersonIsRefusedAfterTheEndToo() {
        assertThat(env("x\nx\n", "play", "door", "--word", "x").out())
                .contains("The episode is over. Reset to begin another.");
    }

    @Test
    void listShowsWhatCanBeDoneWithEachEnvironment() {
        Result result = env("", "list");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .isEqualTo("environment  can          what it is\ndoor         play, serve  A door with a secret.\n");
    }

    @Test
    void programGetsOneObjectForTheResetAndOneForEachLine() {
        Result result = env(
                "hello\n\"öpen \\\"now\\\"\"\n\"unfinished\nkick\nöpen\n", "play", "door", "--json", "--word", "öpen");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo("""
            {"observation":"A door.","reward":0.0,"done":false,"info":{"tries":0},"letters":4}
            {"observation":"Nothing: hello","reward":0.0,"done":false,"info":{}}
            {"observation":"Nothing: öpen \\"now\\"","reward":0.0,"done":false,"info":{}}
            {"observation":"Nothing: \\"unfinished","reward":0.0,"done":false,"info":{}}
            {"observation":"","reward":0.0,"done":false,"info":{"error":"java.lang.IllegalStateException: the door broke"}}
            {"observation":"It opens.","reward":1.0,"done":true,"info":{},"terminated":true,"truncated":false,"limit":""}
            """);
        assertThat(door.closed).isTrue();
    }

    @Test
    void withoutATerminalThePlayIsWrittenDown() {
        Result result = env(":hint\n:state\n:actions\nsesame\n:reset\n:odd\n:quit\nnever said\n", "play", "door");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).startsWith("""
            A door.
            > :hint
            say sesame
            > :state
            shut
            > :actions
              :1  sesame
            > sesame
            It opens.
            (reward 1.0, the episode is over; :reset starts again)
            > :reset
            A door.
            > :odd
            unknown command: :odd
            """).endsWith("> :quit\n");
    }

    @Test
    void wrongNamesGetSuggestions() {
        assertThat(env("", "play", "dor").err()).contains("unknown command 'dor'; did you mean 'door'?");
        assertThat(env("", "play", "door", "--wrod", "x").err())
                .contains("unknown option '--wrod'; did you mean '--word'?");
        assertThat(env("", "lsit").exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void optionsThatTheEnvironmentRefusesAreWrongUsage() {
        Result result = env("", "play", "door", "--json", "--word", "");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("guerdon: the word must not be empty");
        assertThat(result.out()).isEmpty();
        assertThat(door.closed).isTrue();
    }

    @Test
    void environmentsOnTheClassPathAreFound() {
        Result list = Cli.run("env", "list");
        assertThat(list.exitCode()).isZero();
        assertThat(list.out()).containsPattern("(?m)^minilab +play");
        assertThat(Cli.run("env").exitCode()).isEqualTo(ExitCode.REFUSED);
    }
}
