package dev.guerdon.agent;

import dev.guerdon.api.Context;
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
final class WebResearcher implements Policy {

    @Override
    public String name() {
        return "web-researcher";
    }

    @Override
    public String description() {
        return "searches, follows links, reads lists and JSON, computes; follows the prompt's sections, knows no answers";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Researcher();
    }

    private static final class Researcher implements Session {

        private @Nullable WebPlan plan;

        @Override
        public Message reply(List<Message> messages) {
            WebView view = WebView.of(messages);
            WebPlan current = plan;
            if (current == null) {
                Optional<WebWeatherQuery> weather = WebWeatherQuery.of(view.question());
                current = weather.isPresent()
                        ? new WebWeatherPlan(weather.get())
                        : new WebRecordsPlan(WebQuery.of(view.question()));
                plan = current;
            }
            WebMove move = current.next(view);
            boolean late = view.mustAnswer() && move.kind() != WebAction.Kind.SUBMIT_ANSWER;
            return (late ? WebMove.giveUp("The steps are used up.") : move).message();
        }
    }
}
