package dev.guerdon.agent;

import dev.guerdon.agent.ActionFormat.Reading;
import dev.guerdon.agent.model.MessageJson.TokenEstimate;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The agent that lets a model act with tools, turn by turn, until it answers without one or the environment ends the episode.
 *
 * <p>A call that makes no sense, and a reply that is neither a call nor an answer, is answered to the model and costs a turn. Several calls of one
 * turn run in the order they were asked for.
 *
 * @param format how the model asks for tools
 * @param system goes before the task's messages, empty for nothing
 * @param foldTokens at how many tokens the conversation is folded, 0 for never
 * @param foldKeep how many turns folding leaves as they are
 * @param reminders how many replies in a row that cannot be read are answered
 */
record ToolLoop(ActionFormat format, String system, int foldTokens, int foldKeep, int reminders) implements Agent {

    @Override
    public AgentResult run(RolloutScope rollout) throws Exception {
        List<AgentTool> tools = rollout.tools();
        List<Message> opening = opening(rollout);
        Conversation conversation = new Conversation(rollout, opening, foldTokens, foldKeep);
        String shown = text(opening);
        AgentResult last = new AgentResult(FinishReason.MAX_TURNS, "");
        int unreadable = 0;
        for (int i = 0; i < rollout.maxTurns(); i++) {
            rollout.check();
            TurnLog log = new TurnLog(i, shown);
            Message reply =
                    log.asked(rollout.ask(conversation.messages(), format.offersNatively() ? tools : List.of()));
            rollout.addMessage(reply);
            Reading reading = read(reply, tools);
            if (reading instanceof Reading.Answer answer) {
                rollout.recordTurn(log.turn());
                return new AgentResult(FinishReason.NO_TOOL_CALLS, answer.text());
            }
            unreadable = reading instanceof Reading.Unreadable ? unreadable + 1 : 0;
            List<Message> answers = act(rollout, reply, reading, log);
            Turn turn = log.turn();
            conversation.add(reply, answers, turn);
            rollout.recordTurn(turn);
            String response = log.answer() == null ? ActionText.FinalResponse.in(reply.text()) : log.answer();
            if (!log.lost().isEmpty()) {
                throw new UnscoredException(Score.Reason.RESOURCE, log.lost());
            }
            if (log.done()) {
                return new AgentResult(log.cut() ? FinishReason.ENVIRONMENT_LIMIT : FinishReason.TERMINAL, response);
            }
            if (unreadable > reminders) {
                return new AgentResult(FinishReason.FORMAT_LIMIT, response);
            }
            last = new AgentResult(FinishReason.MAX_TURNS, response);
            shown = text(answers);
        }
        return last;
    }

    private List<Message> opening(RolloutScope rollout) throws InterruptedException {
        List<Message> opening = new ArrayList<>();
        String told = Stream.of(system, format.instructions(rollout.tools()))
                .filter(part -> !part.isBlank())
                .collect(Collectors.joining("\n\n"));
        if (!told.isEmpty()) {
            opening.add(Message.system(told));
        }
        opening.addAll(rollout.task().messages());
        for (AgentTool tool : rollout.tools()) {
            if (tool.firstLook()) {
                opening.add(Message.user(look(rollout, tool)));
            }
        }
        return opening;
    }

    /** Returns what a tool shows before the first turn. An agent that could not look has not failed: its environment has. */
    private static String look(RolloutScope rollout, AgentTool tool) throws InterruptedException {
        ToolAnswer answer =
                ToolAnswer.to(new ToolCall("first_look", tool.name(), Map.of(), "{}"), List.of(tool), rollout);
        if (!answer.error().isEmpty()) {
            throw new UnscoredException(Score.Reason.RESOURCE, answer.error());
        }
        return answer.outcome().text();
    }

    /** Calls that the model made natively count in every format. */
    private Reading read(Message reply, List<AgentTool> tools) {
        return reply.toolCalls().isEmpty() ? format.read(reply.text(), tools) : new Reading.Calls(reply.toolCalls());
    }

    private List<Message> act(RolloutScope rollout, Message reply, Reading reading, TurnLog log)
            throws InterruptedException {
        if (reading instanceof Reading.Unreadable unreadable) {
            log.unreadable(unreadable.problem());
            return List.of(Message.user(unreadable.problem()));
        }
        List<Message> answers = new ArrayList<>();
        for (ToolCall call : ((Reading.Calls) reading).calls()) {
            ToolAnswer answer = log.done() || !log.lost().isEmpty()
                    ? ToolAnswer.refused("not done, because the episode is over.")
                    : log.timed(call, () -> ToolAnswer.to(call, rollout.tools(), rollout));
            String text = answer.outcome().text();
            answers.add(
                    reply.toolCalls().isEmpty()
                            ? format.answer(call, text)
                            : Message.tool(call.id(), call.name(), text));
        }
        return answers;
    }

    private static String text(List<Message> messages) {
        return messages.stream().map(Message::text).collect(Collectors.joining("\n\n"));
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    /**
     * Conversation that the model is shown of a rollout, folded where it becomes too long.
     *
     * <p>Folding keeps the opening (system prompt and task) and the last turns word by word. Of the turns between, one line each is
     * kept: what was done and how its result began; the oldest lines go first where even those become too many.
     */
    static final class Conversation {

        private static final int LONGEST_LINE = 240;

        /** The part of the limit that the lines about folded turns may take. */
        private static final int SUMMARY_PART = 4;

        /** One turn, from the assistant's message on. */
        private record Exchange(List<Message> messages, String line) {}

        private final RolloutScope rollout;
        private final int foldTokens;
        private final int keep;
        private final List<Message> opening;
        private final Deque<String> folded = new ArrayDeque<>();
        private int dropped;
        private final List<Exchange> exchanges = new ArrayList<>();

        /**
         * @param foldTokens at how many tokens, roughly, to fold; 0 for never
         * @param keep how many turns stay
         */
        Conversation(RolloutScope rollout, List<Message> opening, int foldTokens, int keep) {
            this.rollout = rollout;
            this.opening = List.copyOf(opening);
            this.foldTokens = foldTokens;
            this.keep = keep;
            opening.forEach(rollout::addMessage);
        }

        /** Returns all that the model is to see. */
        List<Message> messages() {
            List<Message> all = new ArrayList<>(opening);
            if (!folded.isEmpty()) {
                all.add(summary());
            }
            exchanges.forEach(exchange -> all.addAll(exchange.messages));
            return List.copyOf(all);
        }

        /** Adds a turn that goes on, and folds where that makes the conversation too long. */
        void add(Message reply, List<Message> answers, Turn turn) {
            answers.forEach(rollout::addMessage);
            List<Message> messages = new ArrayList<>();
            messages.add(reply);
            messages.addAll(answers);
            exchanges.add(new Exchange(messages, line(turn)));
            if (foldTokens > 0 && exchanges.size() > keep && TokenEstimate.of(messages()) > foldTokens) {
                fold();
            }
        }

        private void fold() {
            while (exchanges.size() > keep) {
                folded.add(exchanges.removeFirst().line);
            }
            long most = (long) foldTokens * 4 / SUMMARY_PART;
            long length = folded.stream().mapToLong(String::length).sum();
            while (folded.size() > 1 && length > most) {
                length -= folded.remove().length();
                dropped++;
            }
            rollout.startSegment();
            messages().forEach(rollout::addMessage);
        }

        private Message summary() {
            StringBuilder text = new StringBuilder("What you did so far, in short:\n");
            if (dropped > 0) {
                text.append("(").append(dropped).append(" earlier turns are left out)\n");
            }
            folded.forEach(line -> text.append(line).append('\n'));
            return Message.user(
                    text.append("The conversation goes on from here.").toString());
        }

        private static String line(Turn turn) {
            String done = turn.action().isEmpty() ? "no action" : turn.action();
            return "- turn " + (turn.index() + 1) + ": " + cut(done) + " -> " + cut(turn.observation());
        }

        private static String cut(String text) {
            String line = text.strip().replaceAll("\\s+", " ");
            return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line;
        }
    }

    /** Notes what happens in one turn of a {@link ToolLoop}. */
    static final class TurnLog {

        private static final int LONGEST_INFO = 2_000;

        /** Makes a tool call. */
        @FunctionalInterface
        interface Call {
            ToolAnswer make() throws InterruptedException;
        }

        private final Turn.Builder turn;
        private final long began = System.nanoTime();
        private final List<String> actions = new ArrayList<>();
        private final List<String> observations = new ArrayList<>();
        private final List<String> errors = new ArrayList<>();
        private final Map<String, @Nullable Object> info = new LinkedHashMap<>();
        private Duration acting = Duration.ZERO;
        private double reward;
        private boolean done;
        private boolean cut;
        private String lost = "";
        private @Nullable String answer;

        TurnLog(int index, String prompt) {
            turn = Turn.builder().index(index).prompt(prompt);
        }

        /** Notes the model's answer, whose time is that since this log was made. */
        Message asked(ModelReply answer) {
            turn.modelTime(ToolLoop.since(began))
                    .reply(written(answer.message()))
                    .usage(answer.usage());
            return answer.message();
        }

        void unreadable(String problem) {
            errors.add(problem);
            observations.add(problem);
            info.put(TurnInfo.PARSE_ERROR, problem);
        }

        /** Makes a call and notes what came of it. The first call of a turn is the one that diagnosis sees by name. */
        ToolAnswer timed(ToolCall call, Call made) throws InterruptedException {
            info.putIfAbsent(TurnInfo.ACTION_NAME, call.name());
            info.putIfAbsent(TurnInfo.PARAMS, call.arguments());
            actions.add(shown(call));
            long from = System.nanoTime();
            ToolAnswer answer = made.make();
            acting = acting.plus(ToolLoop.since(from));
            observations.add(answer.outcome().text());
            reward += answer.outcome().reward();
            done |= answer.outcome().done();
            cut |= answer.outcome().info().containsKey(ToolOutcome.TRUNCATED_BY);
            if (answer.outcome().info().get(ToolOutcome.FINAL_RESPONSE) instanceof String given) {
                this.answer = given;
            }
            if (Boolean.TRUE.equals(answer.outcome().info().get(ToolOutcome.ENVIRONMENT_FAULT))) {
                lost = call.name() + " answered: " + answer.outcome().text();
            }
            answer.outcome().info().forEach(this::note);
            if (!answer.error().isEmpty()) {
                errors.add(answer.error());
                info.putIfAbsent(TurnInfo.TOOL_ERROR, answer.error());
            }
            return answer;
        }

        /** Keeps single values only: environments also tell long lists, such as all that could be done, for every turn. */
        private void note(String key, @Nullable Object value) {
            boolean single = value instanceof Number || value instanceof Boolean || value instanceof String;
            if (single || TurnInfo.KEYS.contains(key)) {
                info.putIfAbsent(key, value instanceof String text ? cut(key, text) : value);
            }
        }

        private static String cut(String key, String text) {
            return text.length() <= LONGEST_INFO || TurnInfo.KEYS.contains(key)
                    ? text
                    : text.substring(0, LONGEST_INFO);
        }

        boolean done() {
            return done;
        }

        /** Returns whether the environment cut the episode at a limit of its own. */
        boolean cut() {
            return cut;
        }

        /** Returns the answer that the model gave through a tool; null where it gave none. */
        @Nullable
        String answer() {
            return answer;
        }

        /** Returns what the environment said when it was lost; empty if it was not. */
        String lost() {
            return lost;
        }

        Turn turn() {
            return turn.action(String.join("\n", actions))
                    .observation(String.join("\n", observations))
                    .reward(reward)
                    .error(String.join("\n", errors))
                    .actionTime(acting)
                    .info(info)
                    .build();
        }

        private static String written(Message message) {
            List<String> parts = new ArrayList<>();
            if (!message.text().isEmpty()) {
                parts.add(message.text());
            }
            message.toolCalls().forEach(call -> parts.add(shown(call)));
            return String.join("\n", parts);
        }

        private static String shown(ToolCall call) {
            return call.name() + "("
                    + (call.arguments().isEmpty() && !call.argumentsText().isBlank()
                            ? call.argumentsText()
                            : JsonCodec.write(call.arguments()))
                    + ")";
        }
    }

    /**
     * Answer of a tool call, or the reason why it brought nothing.
     *
     * @param outcome what the model sees, with the environment's reward
     * @param error what was wrong, empty where nothing was
     */
    record ToolAnswer(ToolOutcome outcome, String error) {

        /**
         * Makes a call. What is wrong with the call or fails in the tool is an answer that the model can act on.
         *
         * @throws UnscoredException where the tool's environment was not available, which no model can fix
         */
        static ToolAnswer to(ToolCall call, List<AgentTool> tools, RolloutScope rollout) throws InterruptedException {
            AgentTool tool = tools.stream()
                    .filter(one -> one.name().equals(call.name()))
                    .findFirst()
                    .orElse(null);
            if (tool == null) {
                return refused(unknown(call.name(), tools));
            }
            String problem = problemWithArguments(call);
            if (!problem.isEmpty()) {
                return refused(problem + " " + usage(tool));
            }
            try {
                return new ToolAnswer(tool.call(call.arguments(), rollout.context()), "");
            } catch (CancellationException | InterruptedException e) {
                throw e;
            } catch (UnscoredException e) {
                if (e.reason() == Score.Reason.MISSING_FIELD) {
                    return refused(e.getMessage() + ". " + usage(tool));
                }
                throw e;
            } catch (GuerdonException e) {
                return refused(e.getMessage() + ". " + usage(tool));
            } catch (Exception e) {
                return refused(tool.name() + " failed: " + ForeignCode.reason(e));
            }
        }

        static ToolAnswer refused(String problem) {
            return new ToolAnswer(ToolOutcome.of("Error: " + problem), problem);
        }

        private static String unknown(String name, List<AgentTool> tools) {
            if (tools.isEmpty()) {
                return "there is no tool '" + name + "', and no other one either; answer without tools.";
            }
            List<String> names = tools.stream().map(AgentTool::name).toList();
            return "there is no tool '" + name + "'" + NameRules.didYouMean(name, names) + " The tools are: "
                    + String.join(", ", names) + ".";
        }

        /** Arguments that the model wrote as text are an empty map where they were not a JSON object; that must not pass as "none". */
        private static String problemWithArguments(ToolCall call) {
            if (!call.arguments().isEmpty() || call.argumentsText().isBlank()) {
                return "";
            }
            try {
                Json written = JsonCodec.read(call.argumentsText(), "the arguments");
                return written.isObject()
                        ? ""
                        : "expected the arguments as a JSON object, found " + written.kind() + ".";
            } catch (GuerdonException e) {
                return e.getMessage() + ".";
            }
        }

        private static String usage(AgentTool tool) {
            return "The arguments of " + tool.name() + " are: "
                    + JsonCodec.write(tool.schema().get("properties")) + ".";
        }
    }
}
