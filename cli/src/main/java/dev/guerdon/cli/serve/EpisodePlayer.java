package dev.guerdon.cli.serve;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NativeLibrary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Plays one episode after the other, for a person or a program. */
final class EpisodePlayer {

    private static final String HELP = """
        Type an action, or one of these:
          :actions   list what you can do now (also the TAB key)
          :3         do the third of these
          :hint      show a good next action, if the environment knows one
          :state     show the hidden state
          :reset     start again
          :help      show this text
          :quit      leave
        """;

    private final EnvironmentProvider provider;
    private final Map<String, String> options;
    private final PrintWriter out;
    private @Nullable Step last;

    /** Shows a picture next to the text, if the output is a terminal that can. */
    private Consumer<Environment> picture = environment -> {};

    private final String pictures;

    /**
     * A player.
     *
     * @param pictures how pictures are shown: {@link TerminalPictures#CHOICES}
     */
    EpisodePlayer(EnvironmentProvider provider, Map<String, String> options, PrintWriter out, String pictures) {
        this.provider = provider;
        this.options = options;
        this.out = out;
        this.pictures = pictures;
    }

    /** Returns whether a person types, and sees what is printed. */
    static boolean isForAPerson() {
        return StandardStreams.inputIsTerminal() && StandardStreams.outputIsTerminal();
    }

    int run(boolean json) throws IOException {
        Task task = provider.task(options);
        try (Environment environment = provider.open(options)) {
            environment.start();
            Step first = begin(environment, task);
            if (json) {
                program(environment, first);
            } else if (StandardStreams.inputIsTerminal()) {
                person(environment, task, first);
            } else {
                plain(environment, task, first);
            }
            return ExitCode.DONE;
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GuerdonException(
                    "the environment '" + provider.name() + "' could not be started: " + e.getMessage(), e);
        } finally {
            out.flush();
        }
    }

    private Step begin(Environment environment, Task task) {
        Step first = environment.reset(task);
        last = first;
        return first;
    }

    /** Acts; after the end only if the reference's behaviour was asked for, whatever the environment would do. */
    private Step act(Environment environment, String action) {
        Step before = last;
        Step step = before != null && before.done() && !EnvironmentProvider.compat(options)
                ? before.afterEnd()
                : environment.step(action);
        last = step;
        return step;
    }

    private static BufferedReader standardInput() {
        return new BufferedReader(new InputStreamReader(StandardStreams.in(), StandardCharsets.UTF_8));
    }

    private void program(Environment environment, Step first) throws IOException {
        print(first);
        BufferedReader lines = standardInput();
        String line;
        while ((line = lines.readLine()) != null) {
            print(answer(environment, action(line)));
        }
    }

    /** A program that plays must get an object for each action, even where the environment has a bug. */
    private Step answer(Environment environment, String action) {
        try {
            return act(environment, action);
        } catch (RuntimeException e) {
            return new Step(Observation.of(""), 0, false, Map.of("error", String.valueOf(e)));
        }
    }

    /** A line is a JSON string, or the action itself. */
    private static String action(String line) {
        String text = line.strip();
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            try {
                return JsonCodec.read(text, "action").asString();
            } catch (GuerdonException e) {
                return line;
            }
        }
        return line;
    }

    private void print(Step step) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("observation", step.observation().text());
        object.put("reward", step.reward());
        object.put("done", step.done());
        object.put("info", step.info());
        if (step.done()) {
            object.put("terminated", step.terminated());
            object.put("truncated", step.truncated());
            object.put("limit", step.limit());
        }
        object.putAll(step.observation().attributes());
        out.println(JsonCodec.write(object));
        out.flush();
    }

    private void plain(Environment environment, Task task, Step first) throws IOException {
        show(environment, first);
        BufferedReader lines = standardInput();
        String line;
        while ((line = lines.readLine()) != null) {
            out.println("> " + line);
            if (!obey(environment, task, line)) {
                return;
            }
        }
    }

    private void person(Environment environment, Task task, Step first) throws IOException {
        // Without it JLine uses what the JDK or the operating system has.
        if (NativeLibrary.folder().isPresent()) {
            NativeLibrary.JLINE.prepare();
        }
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            LineReader reader = LineReaderBuilder.builder()
                    .terminal(terminal)
                    .appName("guerdon")
                    .parser(new WholeLine())
                    .completer((lineReader, parsed, candidates) -> complete(environment, candidates))
                    .option(LineReader.Option.CASE_INSENSITIVE, true)
                    .build();
            if (provider.hasPictures() && isForAPerson()) {
                TerminalPictures.of(terminal, pictures)
                        .ifPresent(shown -> picture = world -> world.picture().ifPresent(shown::show));
            }
            out.println(provider.name() + ": " + provider.description()
                    + "  (:help for help, TAB completes, :quit leaves)");
            show(environment, first);
            while (true) {
                try {
                    String line = reader.readLine("> ");
                    if (!line.isBlank() && !obey(environment, task, line)) {
                        return;
                    }
                } catch (UserInterruptException | EndOfFileException e) {
                    return;
                }
            }
        }
    }

    private static void complete(Environment environment, List<Candidate> candidates) {
        // The whole action is one candidate: its words only make sense together.
        environment.actions().forEach(action -> candidates.add(new Candidate(action)));
    }

    /** Does what the line says; false to leave. */
    private boolean obey(Environment environment, Task task, String line) {
        switch (line.strip()) {
            case ":quit", ":q", ":exit" -> {
                return false;
            }
            case ":help", ":h", ":?" -> out.print(HELP);
            case ":actions" -> list(environment.actions());
            case ":hint" -> out.println(environment.hint().orElse("no hint here"));
            case ":state" -> out.println(environment.describeState());
            case ":reset" -> show(environment, begin(environment, task));
            default -> {
                Optional<String> numbered = numbered(environment, line.strip());
                if (numbered.isPresent()) {
                    show(environment, act(environment, numbered.get()));
                } else if (line.startsWith(":")) {
                    out.println("unknown command: " + line + "\n" + HELP);
                } else {
                    show(environment, act(environment, line));
                }
            }
        }
        out.flush();
        return true;
    }

    private void list(List<String> actions) {
        for (int i = 0; i < actions.size(); i++) {
            out.println("  :" + (i + 1) + "  " + actions.get(i));
        }
    }

    /** Returns the listed action that a line such as {@code :3} names. */
    private static Optional<String> numbered(Environment environment, String line) {
        if (!line.matches(":[0-9]{1,6}")) {
            return Optional.empty();
        }
        int number = Integer.parseInt(line.substring(1));
        List<String> actions = environment.actions();
        return number >= 1 && number <= actions.size() ? Optional.of(actions.get(number - 1)) : Optional.empty();
    }

    private void show(Environment environment, Step step) {
        out.flush();
        picture.accept(environment);
        out.println(environment.readable(step));
        if (step.reward() != 0 || step.done()) {
            out.println(
                    "(reward " + step.reward() + (step.done() ? ", the episode is over; :reset starts again)" : ")"));
        }
        out.flush();
    }

    /** Takes a line as one word, because an action is completed as a whole. */
    private static final class WholeLine extends DefaultParser {
        WholeLine() {
            setQuoteChars(new char[0]);
            setEscapeChars(new char[0]);
        }

        @Override
        public boolean isDelimiterChar(CharSequence buffer, int at) {
            return false;
        }
    }
}
