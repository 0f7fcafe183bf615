package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.ToolEntry;
import java.util.ArrayList;
import java.util.List;

/** Actions in {@code <action>...</action>}, several of them if need be; the answer in {@code <answer>...</answer>}. */
@Internal
public final class TagsFormat implements ActionFormat {

    private static final String OPEN = "<action>";
    private static final String CLOSE = "</action>";

    private static final String REMINDER = """
            Your reply has neither an action nor an answer, so nothing was done. Write either
            <action>tool_name({"argument": "value"})</action>
            or, when you know the answer:
            <answer>the answer</answer>\
            """;

    @Override
    public String instructions(List<ToolEntry> tools) {
        return "You can use these tools:\n" + ActionText.described(tools) + """

            To use one, write its name and its arguments as a JSON object between action tags, and stop:
            <action>tool_name({"argument": "value"})</action>
            You will be shown the result. When you know the answer, write it between answer tags:
            <answer>the answer</answer>\
            """;
    }

    @Override
    public boolean offersNatively() {
        return false;
    }

    @Override
    public Reading read(String reply, List<ToolEntry> tools) {
        List<ToolCall> calls = new ArrayList<>();
        int from = reply.indexOf(OPEN);
        while (from >= 0) {
            int begin = from + OPEN.length();
            int end = reply.indexOf(CLOSE, begin);
            // The closing tag is often missing where the provider stops at it.
            Reading reading = ActionText.call(reply.substring(begin, end < 0 ? reply.length() : end), tools);
            if (!(reading instanceof Reading.Calls read)) {
                return reading;
            }
            calls.addAll(read.calls());
            from = end < 0 ? -1 : reply.indexOf(OPEN, end);
        }
        if (!calls.isEmpty()) {
            return new Reading.Calls(calls);
        }
        return FinalResponse.isMarked(reply)
                ? new Reading.Answer(FinalResponse.in(reply))
                : new Reading.Unreadable(REMINDER);
    }

    @Override
    public Message answer(ToolCall call, String text) {
        return Message.user("<observation>\n" + text + "\n</observation>");
    }
}
