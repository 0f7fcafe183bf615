package dev.guerdon.agent.loop;

import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.ToolEntry;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line {@code ACTION: name} and one {@code PARAMS: {...}}; a reply without them is the answer. */
final class LinesFormat implements ActionFormat {

    private static final Pattern ACTION = Pattern.compile("(?m)^[ \\t>*_`]*ACTION[*_]*[ \\t]*:[*_]*[ \\t]*([^\\n]*)");
    private static final Pattern PARAMS = Pattern.compile("(?m)^[ \\t>*_`]*PARAMS[*_]*[ \\t]*:[*_]*");

    @Override
    public String instructions(List<ToolEntry> tools) {
        return "You can use these tools:\n" + ActionText.described(tools) + """

            To use one, end your reply with these two lines:
            ACTION: the name of one tool
            PARAMS: its arguments as a JSON object on one line

            You will be shown the result. When you know the answer, write:
            Final Answer: the answer\
            """;
    }

    @Override
    public boolean offersNatively() {
        return false;
    }

    @Override
    public Reading read(String reply, List<ToolEntry> tools) {
        Matcher action = ACTION.matcher(reply);
        if (!action.find()) {
            return new Reading.Answer(FinalResponse.in(reply));
        }
        Matcher params = PARAMS.matcher(reply);
        if (!params.find(action.end())) {
            return ActionText.call(action.group(1), tools);
        }
        String written = reply.substring(params.end());
        Matcher another = ACTION.matcher(written);
        return ActionText.named(
                action.group(1), another.find() ? written.substring(0, another.start()) : written, tools);
    }

    @Override
    public Message answer(ToolCall call, String text) {
        return Message.user("RESULT of " + call.name() + ":\n" + text);
    }
}
