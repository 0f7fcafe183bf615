package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rule-based stand-in for a model that does web research.
 *
 * <p>It reads the prompt and nothing else, not even the task it is given: what the system prompt does not offer or explain it does
 * not do, and what is cut off a page it does not see.
 */
@Internal
public final class RuleBasedResearcher implements Policy {

    @Override
    public String name() {
        return "web-researcher";
    }

    @Override
    public String description() {
        return "searches, follows links, reads lists and JSON, computes; follows the prompt's sections, knows no"
                + " answers";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Work();
    }

    /** Plan of the rule-based researcher for one kind of question. */
    @FunctionalInterface
    interface Plan {

        /** Returns the next move, given what the prompt shows. */
        PolicyMove next(PromptView view);
    }

    private static final class Work implements Session {

        private @Nullable Plan plan;

        @Override
        public Message reply(List<Message> messages) {
            PromptView view = PromptView.of(messages);
            Plan current = plan;
            if (current == null) {
                Optional<WeatherQuery> weather = WeatherQuery.of(view.question());
                current = weather.isPresent()
                        ? new WeatherPlan(weather.get())
                        : new ListPlan(RecordQuery.of(view.question()));
                plan = current;
            }
            PolicyMove move = current.next(view);
            boolean late = view.mustAnswer() && move.kind() != PolicyMove.Kind.ANSWER;
            return (late ? PolicyMove.giveUp("The steps are used up.") : move).message();
        }
    }
}
