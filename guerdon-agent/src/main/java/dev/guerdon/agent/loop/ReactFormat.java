package dev.guerdon.agent.loop;

import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.ToolEntry;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code Thought:}, {@code Action:}, {@code Action Input:}, and in the end {@code Final Answer:}.
 *
 * <p>What follows an {@code Observation:} that the model made up itself is not read.
 */
final class ReactFormat implements ActionFormat {

    private static final String MARK = "(?im)^[ \\t>*_#]*";
    private static final Pattern OBSERVATION = Pattern.compile(MARK + "observation[*_]*[ \\t]*:");
    private static final Pattern ANSWER = Pattern.compile(MARK + "final[ \\t]+answer[*_]*[ \\t]*:");
    private static final Pattern ACTION = Pattern.compile(MARK + "action[*_]*[ \\t]*:[*_]*[ \\t]*([^\\n]*)");
    private static final Pattern INPUT = Pattern.compile(MARK + "action[ \\t]+input[*_]*[ \\t]*:[*_]*");
    private static final String REMINDER = """
            Your reply has neither an action nor a final answer, so nothing was done. Write either
            Thought: what you think
            Action: the name of one tool
            Action Input: its arguments as a JSON object

            or, when you know the answer:
            Thought: what you think
            Final Answer: the answer\
            """;
    private static final Pattern NEXT = Pattern.compile(MARK + "(?:thought|action)[*_]*[ \\t]*:");

    @Override
    public String instructions(List<ToolEntry> tools) {
        return "You can use these tools:\n" + ActionText.described(tools) + """

            Work step by step in exactly this form, and stop after the input:
            Thought: what you think
            Action: the name of one tool
            Action Input: its arguments as a JSON object

            You will be shown the result as "Observation: ...". When you know the answer, write instead:
            Thought: what you think
            Final Answer: the answer\
            """;
    }

    @Override
    public boolean offersNatively() {
        return false;
    }

    @Override
    public Reading read(String reply, List<ToolEntry> tools) {
        Matcher made = OBSERVATION.matcher(reply);
        String own = made.find() && made.start() > 0 ? reply.substring(0, made.start()) : reply;
        Matcher action = ACTION.matcher(own);
        Matcher answer = ANSWER.matcher(own);
        boolean acts = action.find();
        if (!acts || (answer.find() && answer.start() < action.start())) {
            return FinalResponse.isMarked(own)
                    ? new Reading.Answer(FinalResponse.in(own))
                    : new Reading.Unreadable(REMINDER);
        }
        String tool = action.group(1).strip();
        Matcher input = INPUT.matcher(own);
        if (!input.find(action.end())) {
            return ActionText.call(tool, tools);
        }
        String written = own.substring(input.end());
        Matcher next = NEXT.matcher(written);
        return ActionText.named(tool, next.find() ? written.substring(0, next.start()) : written, tools);
    }

    @Override
    public Message answer(ToolCall call, String text) {
        return Message.user("Observation: " + text);
    }
}
