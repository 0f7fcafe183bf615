package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prompt of examples that a model is shown before a task. Immutable: {@link #example} returns a longer one.
 *
 * @param examples user and assistant messages in turns
 */
@Experimental
public record FewShotPrompt(List<Message> examples) {

    public FewShotPrompt {
        examples = List.copyOf(examples);
    }

    /** Returns a prompt without examples. */
    public static FewShotPrompt empty() {
        return new FewShotPrompt(List.of());
    }

    /** Returns this prompt with a further example. */
    public FewShotPrompt example(String question, String answer) {
        return new FewShotPrompt(join(List.of(Message.user(question), Message.assistant(answer))));
    }

    /** Returns the examples, followed by the messages of the task. */
    public List<Message> messagesFor(Task task) {
        return join(task.messages());
    }

    private List<Message> join(List<Message> more) {
        return Stream.concat(examples.stream(), more.stream()).toList();
    }
}
