package dev.guerdon.agent;

import dev.guerdon.agent.ActionText.FinalResponse;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Format in which a model asks for tools, and is told what they brought. */
interface ActionFormat {

    /** Returns what the system prompt says about the tools and the format; empty where the model's own tool calling says it. */
    String instructions(List<AgentTool> tools);

    /** Returns whether the tools are offered through the model's own tool calling. */
    default boolean offersNatively() {
        return false;
    }

    /** Reads a reply. */
    Reading read(String reply, List<AgentTool> tools);

    /** Tells the model what a call brought, or what was wrong with its reply. */
    Message answer(ToolCall call, String text);

    /** Returns the tools, and how to use them in a format. */
    private static String told(List<AgentTool> tools, String how) {
        return "You can use these tools:\n" + ActionText.described(tools) + "\n" + text(how);
    }

    private static String text(String file) {
        return Utf8.resource(ActionFormat.class, file).strip();
    }

    /** Meaning of a reply. */
    sealed interface Reading {

        /** Tools to call, in order. */
        record Calls(List<ToolCall> calls) implements Reading {}

        /** The final response. */
        record Answer(String text) implements Reading {}

        /**
         * A reply that has neither an answer nor an action that can be read.
         *
         * @param problem what was expected and found, for the model, which is asked again
         */
        record Unreadable(String problem) implements Reading {}
    }

    /** The model's own tool calling: what it writes as text is its answer. */
    final class NativeFormat implements ActionFormat {

        @Override
        public String instructions(List<AgentTool> tools) {
            return "";
        }

        @Override
        public boolean offersNatively() {
            return true;
        }

        @Override
        public Reading read(String reply, List<AgentTool> tools) {
            return new Reading.Answer(FinalResponse.in(reply));
        }

        @Override
        public Message answer(ToolCall call, String text) {
            return Message.tool(call.id(), call.name(), text);
        }
    }

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
        private static final String REMINDER = text("react-reminder.txt");
        private static final Pattern NEXT = Pattern.compile(MARK + "(?:thought|action)[*_]*[ \\t]*:");

        @Override
        public String instructions(List<AgentTool> tools) {
            return told(tools, "react.txt");
        }

        @Override
        public Reading read(String reply, List<AgentTool> tools) {
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

    /** Actions in {@code <action>...</action>}, several of them if need be; the answer in {@code <answer>...</answer>}. */
    final class TagsFormat implements ActionFormat {

        private static final String OPEN = "<action>";
        private static final String CLOSE = "</action>";

        private static final String REMINDER = text("tags-reminder.txt");

        @Override
        public String instructions(List<AgentTool> tools) {
            return told(tools, "tags.txt");
        }

        @Override
        public Reading read(String reply, List<AgentTool> tools) {
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

    /** A line {@code ACTION: name} and one {@code PARAMS: {...}}; a reply without them is the answer. */
    final class LinesFormat implements ActionFormat {

        private static final Pattern ACTION =
                Pattern.compile("(?m)^[ \\t>*_`]*ACTION[*_]*[ \\t]*:[*_]*[ \\t]*([^\\n]*)");
        private static final Pattern PARAMS = Pattern.compile("(?m)^[ \\t>*_`]*PARAMS[*_]*[ \\t]*:[*_]*");

        @Override
        public String instructions(List<AgentTool> tools) {
            return told(tools, "lines.txt");
        }

        @Override
        public Reading read(String reply, List<AgentTool> tools) {
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
}
