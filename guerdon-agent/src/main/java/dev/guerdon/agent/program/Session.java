package dev.guerdon.agent.program;

import dev.guerdon.agent.loop.ActionFormat;
import dev.guerdon.agent.loop.TagsFormat;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.ToolEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rollout's talk with a command-line model.
 *
 * <p>While the program remembers the session, and the conversation holds what it said and nothing else of the assistant, only what
 * is new is sent. A session that is gone, or in which the program hangs, is given up: the same turn is asked once more with the whole
 * conversation and without the session. Tools are offered and called in text, since such programs know no others than their own.
 */
final class Session implements ModelSession {

    /** Systems limit the length of one argument, Linux to 128 KiB. */
    private static final int LONGEST_ARGUMENT = 100_000;

    private final CommandModel model;
    private final ActionFormat format = new TagsFormat();
    private List<String> said = List.of();
    private String session = "";
    private int calls;

    Session(CommandModel model) {
        this.model = model;
    }

    @Override
    public ModelReply reply(List<Message> messages, List<ToolEntry> tools) {
        String system = system(messages, tools);
        List<Message> talk =
                messages.stream().filter(message -> !isSystem(message)).toList();
        boolean goesOn = !session.isEmpty()
                && said(talk).equals(said)
                && !talk.isEmpty()
                && !talk.getLast().isAssistant();
        Reply reply = goesOn ? resume(talk, system) : run(shown(talk), system, "");
        said = new ArrayList<>(said(talk));
        said.add(reply.text());
        session = reply.session();
        return new ModelReply(message(reply.text(), tools), reply.usage(), reply.finish());
    }

    private Reply resume(List<Message> talk, String system) {
        List<Message> news = new ArrayList<>(talk.reversed().stream()
                        .takeWhile(message -> !message.isAssistant())
                        .toList())
                .reversed();
        try {
            return run(shown(news), system, session);
        } catch (ModelException e) {
            if (e.kind() != Kind.STALE_SESSION && e.kind() != Kind.TIMEOUT) {
                throw e;
            }
            session = "";
            return run(shown(talk), system, "");
        }
    }

    /** What the assistant said. An agent may shorten what was asked before; the program remembers it as it was. */
    private static List<String> said(List<Message> talk) {
        return talk.stream().filter(Message::isAssistant).map(Message::text).toList();
    }

    private Reply run(String prompt, String system, String resumed) {
        return system.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT
                ? model.run(system + "\n\n" + prompt, "", resumed)
                : model.run(prompt, system, resumed);
    }

    private String system(List<Message> messages, List<ToolEntry> tools) {
        List<String> parts = messages.stream()
                .filter(Session::isSystem)
                .map(Message::text)
                .collect(Collectors.toCollection(ArrayList::new));
        if (!tools.isEmpty()) {
            parts.add(format.instructions(tools));
        }
        return String.join("\n\n", parts);
    }

    private static boolean isSystem(Message message) {
        return message.role().equals("system") || message.role().equals("developer");
    }

    /** One message as it is; several with who said each. */
    private static String shown(List<Message> messages) {
        if (messages.size() == 1 && !messages.getFirst().isTool()) {
            return messages.getFirst().text();
        }
        StringBuilder out = new StringBuilder();
        for (Message message : messages) {
            out.append('[')
                    .append(message.isTool() ? "result of " + message.name() : message.role())
                    .append("]\n")
                    .append(message.text());
            for (ToolCall call : message.toolCalls()) {
                if (!message.text().contains("<action>")) {
                    out.append("<action>")
                            .append(call.name())
                            .append('(')
                            .append(JsonCodec.write(call.arguments()))
                            .append(")</action>");
                }
            }
            out.append("\n\n");
        }
        return out.toString().strip();
    }

    private Message message(String text, List<ToolEntry> tools) {
        if (tools.isEmpty() || !(format.read(text, tools) instanceof ActionFormat.Reading.Calls read)) {
            return Message.assistant(text);
        }
        List<ToolCall> numbered = new ArrayList<>();
        for (ToolCall call : read.calls()) {
            numbered.add(new ToolCall("call_" + ++calls, call.name(), call.arguments(), call.argumentsText()));
        }
        return Message.assistant(text, numbered);
    }
}
