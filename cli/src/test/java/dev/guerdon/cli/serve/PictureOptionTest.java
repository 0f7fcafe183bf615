package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.cli.CommandFailures;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

/** Pictures are for people at a terminal, and these tests have none. */
@Isolated("gives the whole JVM another standard input")
class PictureOptionTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Window window = new Window();

    /** A world that can be seen. */
    private static final class Window implements EnvironmentProvider, Environment {

        private final AtomicInteger looked = new AtomicInteger();

        @Override
        public String name() {
            return "window";
        }

        @Override
        public String description() {
            return "A view.";
        }

        @Override
        public List<Option> options() {
            return List.of();
        }

        @Override
        public boolean hasPictures() {
            return true;
        }

        @Override
        public Environment open(Map<String, String> options) {
            return this;
        }

        @Override
        public Task task(Map<String, String> options) {
            return Task.of("view", "Look.", Map.of());
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.of(task(options));
        }

        @Override
        public Step reset(Task task, long seed) {
            return new Step(Observation.of("a tree"), 0, false, Map.of());
        }

        @Override
        public Step step(String action) {
            return new Step(Observation.of("a house"), 0, false, Map.of());
        }

        @Override
        public Optional<byte[]> picture() {
            looked.incrementAndGet();
            return Optional.of(new byte[] {1, 2, 3});
        }

        @Override
        public Status status() {
            return Status.READY;
        }

        @Override
        public void close() {}
    }

    private int run(String... arguments) {
        Registry registry = new Registry();
        registry.environment(window);
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("look\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        try {
            CommandLine commands = EnvCommands.create(registry)
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .setExecutionExceptionHandler(CommandFailures::failed);
            return commands.execute(arguments);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void inAPipeNothingIsDrawnAndNothingIsAsked() {
        assertThat(run("play", "window")).isEqualTo(ExitCode.DONE);
        assertThat(run("play", "window", "--json")).isEqualTo(ExitCode.DONE);
        assertThat(run("play", "window", "--json", "--picture", "none")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).contains("a tree").contains("a house").doesNotContain("\u001b");
        assertThat(window.looked).hasValue(0);
    }

    @Test
    void aPictureThatIsForcedIntoAPipeIsRefused() {
        assertThat(run("play", "window", "--picture", "kitty")).isEqualTo(ExitCode.REFUSED);
        assertThat(run("play", "window", "--json", "--picture", "sixel")).isEqualTo(ExitCode.REFUSED);
        assertThat(run("play", "window", "--picture", "ascii")).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).contains("in a pipe").contains("with --json").contains("auto|kitty|sixel|none");
        assertThat(out.toString()).isEmpty();
    }
}
