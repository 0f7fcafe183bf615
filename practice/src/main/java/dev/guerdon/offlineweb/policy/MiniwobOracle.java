package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A rule-based policy for MiniWoB's simple tasks, so that the suite shows what solved tasks look like without a model. */
@Internal
public final class MiniwobOracle implements Policy {

    private static final String TOOL = "browser_action";
    private static final String GOAL = "GOAL\n";
    private static final String PAGE = "\n\nPAGE\n";
    private static final String ACTIONS = "\n\nACTIONS\n";

    /** Every kind of goal it knows; the first rule that knows what to do next counts. */
    private static final List<PolicyState.Rule> RULES = Stream.of(
                    ClickRules.all(),
                    ChoiceRules.all(),
                    TextRules.all(),
                    SearchRules.all(),
                    InboxRules.all(),
                    MouseRules.all())
            .flatMap(List::stream)
            .toList();

    @Override
    public String name() {
        return "miniwob-oracle";
    }

    @Override
    public String description() {
        return "rules for MiniWoB's simple tasks; reads the goal and the text of the page, knows no answers";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Play();
    }

    private static final class Play implements Session {

        private final Deque<String> planned = new ArrayDeque<>();
        private final List<String> done = new ArrayList<>();
        private int calls;

        @Override
        public Message reply(List<Message> messages) {
            if (planned.isEmpty()) {
                planned.addAll(plan(new PolicyState(goal(messages), PageElement.read(page(messages)), done)));
            }
            if (planned.isEmpty()) {
                return Message.assistant("I do not know how to go on.");
            }
            String action = planned.removeFirst();
            done.add(action);
            Map<String, @Nullable Object> arguments = Map.of("action", action);
            return Message.assistant(
                    "", List.of(new ToolCall("call_" + calls++, TOOL, arguments, JsonCodec.write(arguments))));
        }

        private static List<String> plan(PolicyState scene) {
            return RULES.stream()
                    .map(rule -> rule.next(scene))
                    .filter(actions -> !actions.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }

        private static String goal(List<Message> messages) {
            for (Message message : messages) {
                String text = message.text();
                int from = text.indexOf(GOAL);
                int to = text.indexOf(PAGE, from + 1);
                if (from == 0 && to > 0) {
                    return text.substring(GOAL.length(), to).strip();
                }
            }
            return "";
        }

        private static String page(List<Message> messages) {
            String last = messages.getLast().text();
            int from = last.indexOf(PAGE);
            int to = last.lastIndexOf(ACTIONS);
            return from < 0 || to < from ? last : last.substring(from + PAGE.length(), to);
        }
    }
}
