package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Suites;
import dev.guerdon.server.spi.ServedEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks the questions of a dataset, one answer each; a served reward scores the answer. */
final class QuestionProvider implements EnvironmentProvider {

    private static final String DATA = "data";

    @Override
    public String name() {
        return ServedEnvironment.QUESTIONS;
    }

    @Override
    public String description() {
        return "Questions of a dataset, answered once; a reward of the server scores the answer.";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option(DATA, "FILE", "Ask the questions of this file: JSON lines, or a JSON array."));
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new QuestionEnvironment();
    }

    @Override
    public Task task(Map<String, String> options) {
        try (Stream<Task> tasks = tasks("", options)) {
            return tasks.findFirst().orElseThrow(() -> new GuerdonException("the file of --data has no questions"));
        }
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        String data = options.get(DATA);
        if (data == null) {
            throw new GuerdonException("the questions need a file: --data FILE, or 'tasks' in a serve file, such as"
                    + " 'tasks: {train: questions.jsonl}'");
        }
        if (!split.isEmpty()) {
            throw new GuerdonException("the file of --data has no splits, found '" + split + "'");
        }
        return Suites.tasks(new Registry(), Path.of(data)).stream();
    }

    /** One question. The first action is the answer, and ends the episode. */
    private static final class QuestionEnvironment implements Environment {

        private static final int LONGEST_ANSWER = 1 << 20;

        private @Nullable Step last;

        @Override
        public Step reset(Task task, long seed) {
            if (task.messages().isEmpty()) {
                throw new GuerdonException("the task '" + task.id()
                        + "' asks nothing; a question has 'messages', 'prompt'," + " 'question' or 'instruction'");
            }
            Step first = new Step(
                    Step.Observation.of(
                            task.messages().stream().map(Message::text).collect(Collectors.joining("\n\n"))),
                    0,
                    false,
                    Map.of());
            last = first;
            return first;
        }

        @Override
        public Step step(String action) {
            Step before = last;
            if (before == null) {
                throw new GuerdonException("there is no question yet; reset first");
            }
            Optional<Step> refusal = before.refusal(action, longestAction());
            Step step = refusal.orElseGet(
                    () -> new Step(Step.Observation.of("The answer is received."), 0, true, Map.of()));
            last = step;
            return step;
        }

        @Override
        public int longestAction() {
            return LONGEST_ANSWER;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
