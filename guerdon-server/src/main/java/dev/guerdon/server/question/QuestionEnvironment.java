package dev.guerdon.server.question;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One question. The first action is the answer, and ends the episode. */
final class QuestionEnvironment implements Environment {

    private static final int LONGEST_ANSWER = 1 << 20;

    private @Nullable Step last;

    @Override
    public Step reset(Task task, long seed) {
        if (task.messages().isEmpty()) {
            throw new GuerdonException("the task '" + task.id() + "' asks nothing; a question has 'messages', 'prompt',"
                    + " 'question' or 'instruction'");
        }
        Step first = new Step(
                Step.Observation.of(task.messages().stream().map(Message::text).collect(Collectors.joining("\n\n"))),
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
        Step step =
                refusal.orElseGet(() -> new Step(Step.Observation.of("The answer is received."), 0, true, Map.of()));
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
