package dev.guerdon.server.question;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Suites;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Asks the questions of a dataset, one answer each; a served reward scores the answer. */
@Internal
public final class QuestionProvider implements EnvironmentProvider {

    /** The name of the environment. */
    public static final String NAME = "questions";

    /** The tool with which an agent answers. */
    public static final String SUBMIT = "submit";

    /** The tool's argument. */
    public static final String ANSWER = "answer";

    private static final String DATA = "data";

    @Override
    public String name() {
        return NAME;
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
    public QuestionEnvironment open(Map<String, String> options) {
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
}
