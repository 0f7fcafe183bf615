package dev.guerdon.agent;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The agent {@code command}: a program in any language, which reads a task as JSON and writes what it did as lines of JSON. */
final class CommandKind implements AgentProvider {

    private static final int LEAST_OUTPUT = 1_000;
    private static final Pattern WORD = Pattern.compile("\\s*((?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+)\\s*");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    @Override
    public String name() {
        return "command";
    }

    @Override
    public String description() {
        return "runs a program of your own for each task: JSON in, lines of JSON out";
    }

    @Override
    public boolean usesModel() {
        return false;
    }

    @Override
    public List<Setting> settings() {
        return SettingFiles.declared(CommandKind.class, "command-settings.txt");
    }

    @Override
    public Agent create(Map<String, String> values) {
        AgentSettings settings = new AgentSettings(values);
        Duration timeout = DurationText.parse(settings.text("timeout"));
        if (timeout.isZero() || timeout.isNegative()) {
            throw new GuerdonException(
                    "expected a time above 0 for the setting 'timeout', found '" + settings.text("timeout") + "'");
        }
        return new ProgramAgent(
                words(settings.text("command").strip()),
                folder(settings.text("folder").strip()),
                new ProgramCall("the agent's program", timeout, settings.whole("max_output", LEAST_OUTPUT)),
                settings.list("fields"),
                settings.list("env"));
    }

    private static Path folder(String named) {
        try {
            Path folder = Path.of(named).toAbsolutePath();
            if (Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException e) {
            // Said below, like a folder that is not there.
        }
        throw new GuerdonException("the setting 'folder' names '" + named + "', which is no folder");
    }

    /** Splits a command line at spaces, which may stand in quotes. No shell is involved. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        int at = 0;
        while (at < text.length() && word.find(at) && word.start() == at) {
            words.add(QUOTED.matcher(word.group(1))
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
            at = word.end();
        }
        if (at < text.length()) {
            throw new GuerdonException(
                    "expected words and quotes in the command line, found a quote without its end in: " + text);
        }
        if (words.isEmpty()) {
            throw new GuerdonException(
                    "the agent 'command' needs the setting 'command', such as --set command=\"python3 agent.py\"");
        }
        return words;
    }

    /**
     * Runs the user's own program once for each task.
     *
     * <p>It gets the task on its standard input and a small environment. What it writes is data and nothing else. A program that fails has no
     * score: never a 0.
     *
     * @param command the program and its arguments
     * @param folder where it runs
     * @param call runs it, within limits
     * @param fields the fields of the task that it is shown
     * @param variables the environment variables that it gets beside the usual ones
     */
    record ProgramAgent(
            List<String> command, Path folder, ProgramCall call, List<String> fields, List<String> variables)
            implements Agent {

        private static final List<String> USUAL = List.of(
                "PATH",
                "HOME",
                "LANG",
                "LC_ALL",
                "TMPDIR",
                "TEMP",
                "TMP",
                "USER",
                "SystemRoot",
                "PATHEXT",
                "JAVA_HOME");
        private static final int SHOWN_ERRORS = 2_000;

        @Override
        public AgentResult run(RolloutScope rollout) {
            rollout.check();
            rollout.task().messages().forEach(rollout::addMessage);
            ProgramCall.Result result = called(rollout);
            if (result.status() != 0) {
                throw failure("ended with exit code " + result.status(), result);
            }
            ProgramOutput output;
            try {
                output = ProgramOutput.read(result.output(), rollout.task().messages());
            } catch (GuerdonException e) {
                throw failure(String.valueOf(e.getMessage()), result);
            }
            output.messages().forEach(rollout::addMessage);
            for (Turn turn : output.turns()) {
                rollout.recordTurn(turn);
            }
            return new AgentResult(FinishReason.NO_TOOL_CALLS, output.answer());
        }

        private ProgramCall.Result called(RolloutScope rollout) {
            ProcessBuilder program = new ProcessBuilder(command).directory(folder.toFile());
            Map<String, String> inherited = Map.copyOf(program.environment());
            program.environment().clear();
            for (List<String> names : List.of(USUAL, variables)) {
                names.stream()
                        .filter(inherited::containsKey)
                        .forEach(name -> program.environment().put(name, inherited.getOrDefault(name, "")));
            }
            try {
                return call.run(program, JsonCodec.write(described(rollout)) + "\n");
            } catch (ModelException e) {
                if (e.kind() == ModelException.Kind.CANCELLED) {
                    throw new CancellationException(String.valueOf(e.getMessage()));
                }
                // Not the model's fault: there is none. So it is not passed on as a cause.
                throw new GuerdonException(String.valueOf(e.getMessage()));
            }
        }

        private Map<String, @Nullable Object> described(RolloutScope rollout) {
            Task task = rollout.task();
            Map<String, @Nullable Object> shown = new LinkedHashMap<>();
            for (String name : fields) {
                if (!task.fields().containsKey(name)) {
                    throw new GuerdonException("the setting 'fields' names '" + name + "', which the task " + task.id()
                            + " does not have; it has: "
                            + String.join(", ", task.fields().keySet()));
                }
                shown.put(name, task.fields().get(name));
            }
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("id", task.id());
            json.put("messages", task.messages().stream().map(MessageJson::of).toList());
            json.put("fields", shown);
            json.put("seed", rollout.seed());
            json.put("max_steps", rollout.maxTurns());
            return json;
        }

        private static GuerdonException failure(String what, ProgramCall.Result result) {
            String errors = result.errors().strip();
            String shown =
                    errors.length() <= SHOWN_ERRORS ? errors : "..." + errors.substring(errors.length() - SHOWN_ERRORS);
            return new GuerdonException(SecretFilter.known()
                    .redact("the agent's program " + what
                            + (shown.isEmpty()
                                    ? "; it wrote nothing to standard error"
                                    : "; its standard error: " + shown)));
        }
    }

    /**
     * Output of a program: messages, and its answer.
     *
     * @param messages what was said, in order
     * @param turns a turn for each message of the assistant
     * @param answer the final answer
     */
    record ProgramOutput(List<Message> messages, List<Turn> turns, String answer) {

        private static final int SHOWN = 120;
        private static final String EXPECTED =
                "expected a message such as {\"role\": \"assistant\", \"content\": \"...\"} or {\"answer\": \"...\"}";

        /** Reads the lines; empty ones do not count. */
        static ProgramOutput read(String output, List<Message> task) {
            List<Message> messages = new ArrayList<>();
            String answer = null;
            int number = 0;
            for (String line : output.split("\n", -1)) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                if (answer != null) {
                    throw new GuerdonException("wrote line " + number + " after its answer: " + shown(line));
                }
                Json json = json(line, number);
                if (json.find("answer").isPresent()) {
                    answer = answer(json.get("answer"), number);
                } else {
                    messages.add(message(json, line, number));
                }
            }
            String last = messages.stream()
                    .filter(Message::isAssistant)
                    .map(Message::text)
                    .reduce((first, second) -> second)
                    .orElse("");
            if (answer == null && last.isBlank()) {
                throw new GuerdonException("wrote no answer; " + EXPECTED + " in a line of its own");
            }
            return new ProgramOutput(
                    List.copyOf(messages), turns(messages, task), answer == null ? last.strip() : answer);
        }

        private static Json json(String line, int number) {
            Json json;
            try {
                json = JsonCodec.read(line, "line " + number);
            } catch (GuerdonException e) {
                throw new GuerdonException("wrote line " + number + ", which is not JSON: " + shown(line)
                        + "; standard output is for lines of JSON alone, write notes to standard error");
            }
            if (!json.isObject()) {
                throw new GuerdonException("wrote line " + number + ": " + EXPECTED + ", found " + shown(line));
            }
            return json;
        }

        private static String answer(Json value, int number) {
            if (value.isString()) {
                return value.asString();
            }
            if (value.value() == null) {
                throw new GuerdonException("wrote an answer that is null, in line " + number
                        + "; write an empty text where there is none");
            }
            return JsonCodec.write(value.value());
        }

        private static Message message(Json json, String line, int number) {
            try {
                Message message = MessageJson.message(json);
                if (List.of("assistant", "tool", "user", "system").contains(message.role())) {
                    return message;
                }
            } catch (GuerdonException e) {
                throw new GuerdonException("wrote line " + number + ": " + EXPECTED + ", found " + shown(line) + " ("
                        + e.getMessage() + ")");
            }
            throw new GuerdonException("wrote line " + number + ": " + EXPECTED + ", found " + shown(line));
        }

        private static String shown(String line) {
            return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
        }

        private static List<Turn> turns(List<Message> messages, List<Message> task) {
            List<Turn> turns = new ArrayList<>();
            String prompt = task.stream().map(Message::text).collect(Collectors.joining("\n"));
            for (int at = 0; at < messages.size(); at++) {
                Message said = messages.get(at);
                if (!said.isAssistant()) {
                    continue;
                }
                List<String> seen = new ArrayList<>();
                for (int next = at + 1;
                        next < messages.size() && !messages.get(next).isAssistant();
                        next++) {
                    seen.add(messages.get(next).text());
                }
                String observation = String.join("\n", seen);
                turns.add(turn(turns.size(), prompt, said, observation));
                prompt = observation;
            }
            return turns;
        }

        private static Turn turn(int index, String prompt, Message said, String observation) {
            Map<String, @Nullable Object> info = new LinkedHashMap<>();
            String action = said.toolCalls().stream()
                    .map(call -> call.name() + "(" + JsonCodec.write(call.arguments()) + ")")
                    .collect(Collectors.joining("\n"));
            if (!said.toolCalls().isEmpty()) {
                ToolCall first = said.toolCalls().getFirst();
                info.put(TurnInfo.ACTION_NAME, first.name());
                info.put(TurnInfo.PARAMS, first.arguments());
            }
            return Turn.builder()
                    .index(index)
                    .prompt(prompt)
                    .reply(said.text())
                    .action(action)
                    .observation(observation)
                    .info(info)
                    .build();
        }
    }
}
