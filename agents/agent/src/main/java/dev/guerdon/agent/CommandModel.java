package dev.guerdon.agent;

import dev.guerdon.agent.model.ApiModels.ModelSpec;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command-line program as a model, with a session of its own for each rollout. */
record CommandModel(
        String spec, Template template, ProgramCall call, String model, List<String> stale, SecretFilter secrets)
        implements Model {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final int MOST_OUTPUT = 4 << 20;

    /** What programs say about a session that is no longer there. */
    private static final List<String> STALE = List.of(
            "no conversation found",
            "session not found",
            "no such session",
            "session expired",
            "requires a valid session id");

    public static CommandModel open(ModelSpec spec, Map<String, String> environment, SecretFilter secrets) {
        return new CommandModel(
                spec.text(),
                Template.of(spec.name(), environment),
                new ProgramCall(
                        spec.model(),
                        spec.timeout(TIMEOUT),
                        spec.whole("most_output").orElse(MOST_OUTPUT)),
                spec.text("model").orElse(""),
                spec.text("stale").map(List::of).orElse(STALE),
                secrets);
    }

    @Override
    public ModelSession begin(ModelScope rollout) {
        return new Session(this);
    }

    /** Runs the program once; an empty session begins a new one. */
    ProgramReply run(String prompt, String system, String session) {
        List<String> command = template.command(Map.of("system", system, "session", session, "model", model));
        return ProgramReply.of(call.name(), call.run(command, prompt), stale, secrets);
    }

    /**
     * A rollout's talk with a command-line model.
     *
     * <p>While the program remembers the session, and the conversation holds what it said and nothing else of the assistant, only what
     * is new is sent. A session that is gone, or in which the program hangs, is given up: the same turn is asked once more with the whole
     * conversation and without the session. Tools are offered and called in text, since such programs know no others than their own.
     */
    static final class Session implements ModelSession {

        /** Systems limit the length of one argument, Linux to 128 KiB. */
        private static final int LONGEST_ARGUMENT = 100_000;

        private final CommandModel model;
        private final ActionFormat format = new ActionFormat.TagsFormat();
        private List<String> said = List.of();
        private String session = "";
        private int calls;

        Session(CommandModel model) {
            this.model = model;
        }

        @Override
        public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
            String system = system(messages, tools);
            List<Message> talk =
                    messages.stream().filter(message -> !isSystem(message)).toList();
            boolean goesOn = !session.isEmpty()
                    && said(talk).equals(said)
                    && !talk.isEmpty()
                    && !talk.getLast().isAssistant();
            ProgramReply reply = goesOn ? resume(talk, system) : run(shown(talk), system, "");
            said = new ArrayList<>(said(talk));
            said.add(reply.text());
            session = reply.session();
            return new ModelReply(message(reply.text(), tools), reply.usage(), reply.finish());
        }

        private ProgramReply resume(List<Message> talk, String system) {
            List<Message> news = new ArrayList<>(talk.reversed().stream()
                            .takeWhile(message -> !message.isAssistant())
                            .toList())
                    .reversed();
            try {
                return run(shown(news), system, session);
            } catch (ModelException e) {
                if (e.kind() != ModelException.Kind.STALE_SESSION && e.kind() != ModelException.Kind.TIMEOUT) {
                    throw e;
                }
                session = "";
                return run(shown(talk), system, "");
            }
        }

        /** Returns what the assistant said. An agent may shorten what was asked before; the program remembers it as it was. */
        private static List<String> said(List<Message> talk) {
            return talk.stream().filter(Message::isAssistant).map(Message::text).toList();
        }

        private ProgramReply run(String prompt, String system, String resumed) {
            return system.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT
                    ? model.run(system + "\n\n" + prompt, "", resumed)
                    : model.run(prompt, system, resumed);
        }

        private String system(List<Message> messages, List<AgentTool> tools) {
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

        /** Returns one message as it is; several with who said each. */
        private static String shown(List<Message> messages) {
            if (messages.size() == 1 && !messages.getFirst().isTool()) {
                return messages.getFirst().text();
            }
            StringBuilder out = new StringBuilder();
            for (Message message : messages) {
                out.append("[" + (message.isTool() ? "result of " + message.name() : message.role()) + "]\n"
                        + message.text());
                for (ToolCall call : message.toolCalls()) {
                    if (!message.text().contains("<action>")) {
                        out.append("<action>" + call.name() + "(" + JsonCodec.write(call.arguments()) + ")</action>");
                    }
                }
                out.append("\n\n");
            }
            return out.toString().strip();
        }

        private Message message(String text, List<AgentTool> tools) {
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

    /**
     * The command line of a program that is a model.
     *
     * <p>Words are separated by spaces and may stand in quotes; no shell is involved. {@code {system}}, {@code {session}} and
     * {@code {model}} are filled in; what stands in brackets is left out where a value in it is empty.
     */
    static final class Template {

        /** Claude Code without tools of its own, which would act on this machine instead of in the rollout. */
        static final String CLAUDE = "claude -p --output-format json --tools \"\" [--model {model}]"
                + " [--system-prompt {system}] [--resume {session}]";

        private static final Pattern WORD = Pattern.compile("\\s*(\\[|\\]|\"[^\"]*\"|'[^']*'|[^\\s\\[\\]\"']+)");
        private static final Pattern PLACE = Pattern.compile("\\{(system|session|model)\\}");

        private final List<String> words;

        private Template(List<String> words) {
            this.words = words;
        }

        /** Returns the template of a name: from the environment, else the one that is known here. */
        static Template of(String name, Map<String, String> environment) {
            String variable = "GUERDON_CLI_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
            String text = environment.getOrDefault(variable, name.equals("claude") ? CLAUDE : "");
            if (text.isBlank()) {
                throw new GuerdonException("there is no command line for the model cli:" + name
                        + "; the one that is known is cli:claude. For another program set " + variable
                        + ", for example to: " + name + " --print [--system {system}] [--resume {session}]");
            }
            return parse(text, variable);
        }

        static Template parse(String text, String where) {
            List<String> words = new ArrayList<>();
            Matcher word = WORD.matcher(text.strip());
            int at = 0;
            int depth = 0;
            while (word.find() && word.start() == at) {
                words.add(word.group(1));
                depth += word.group(1).equals("[") ? 1 : word.group(1).equals("]") ? -1 : 0;
                if (depth < 0 || depth > 1) {
                    break;
                }
                at = word.end();
            }
            if (at < text.strip().length() || depth != 0) {
                throw new GuerdonException(where + ": expected words, quotes and [optional parts] in the command line,"
                        + " found something else at character " + (at + 1) + " of: " + text);
            }
            return new Template(words);
        }

        List<String> command(Map<String, String> values) {
            List<String> command = new ArrayList<>();
            for (int i = 0; i < words.size(); i++) {
                if (!words.get(i).equals("[")) {
                    command.add(fill(unquoted(words.get(i)), values));
                    continue;
                }
                int end = words.subList(i, words.size()).indexOf("]") + i;
                List<String> optional = words.subList(i + 1, end);
                if (optional.stream().allMatch(word -> filled(word, values))) {
                    optional.forEach(word -> command.add(fill(unquoted(word), values)));
                }
                i = end;
            }
            return command;
        }

        private static boolean filled(String word, Map<String, String> values) {
            return PLACE.matcher(word)
                    .results()
                    .noneMatch(place -> values.getOrDefault(place.group(1), "").isEmpty());
        }

        private static String fill(String word, Map<String, String> values) {
            return PLACE.matcher(word)
                    .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), "")))
                    .replace("\u0000", "");
        }

        private static String unquoted(String word) {
            return word.length() >= 2 && (word.startsWith("\"") || word.startsWith("'"))
                    ? word.substring(1, word.length() - 1)
                    : word;
        }
    }
}
