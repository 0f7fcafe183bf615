package dev.guerdon.agent.loop;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.ToolEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agent that lets a model act with tools, turn by turn, until it answers without one or the environment ends the episode.
 *
 * <p>A call that makes no sense, and a reply that is neither a call nor an answer, is answered to the model and costs a turn. Several calls of one turn run in the order they were
 * asked for.
 *
 * @param format how the model asks for tools
 * @param system goes before the task's messages, empty for nothing
 * @param foldTokens at how many tokens the conversation is folded, 0 for never
 * @param foldKeep how many turns folding leaves as they are
 * @param reminders how many replies in a row that cannot be read are answered
 */
record ToolLoop(ActionFormat format, String system, int foldTokens, int foldKeep, int reminders) implements Agent {

    @Override
    public Ending run(RolloutScope rollout) throws Exception {
        List<ToolEntry> tools = rollout.tools();
        List<Message> opening = opening(rollout);
        Conversation conversation = new Conversation(rollout, opening, foldTokens, foldKeep);
        String shown = text(opening);
        Ending last = new Ending(FinishReason.MAX_TURNS, "");
        int unreadable = 0;
        for (int i = 0; i < rollout.maxTurns(); i++) {
            rollout.check();
            TurnLog log = new TurnLog(i, shown);
            Message reply =
                    log.asked(rollout.ask(conversation.messages(), format.offersNatively() ? tools : List.of()));
            rollout.say(reply);
            ActionFormat.Reading reading = read(reply, tools);
            if (reading instanceof ActionFormat.Reading.Answer answer) {
                rollout.turn(log.turn());
                return new Ending(FinishReason.NO_TOOL_CALLS, answer.text());
            }
            unreadable = reading instanceof ActionFormat.Reading.Unreadable ? unreadable + 1 : 0;
            List<Message> answers = act(rollout, reply, reading, log);
            Turn turn = log.turn();
            conversation.add(reply, answers, turn);
            rollout.turn(turn);
            String response = log.answer() == null ? FinalResponse.in(reply.text()) : log.answer();
            if (!log.lost().isEmpty()) {
                throw new UnscoredException(Score.Reason.RESOURCE, log.lost());
            }
            if (log.done()) {
                return new Ending(log.cut() ? FinishReason.ENVIRONMENT_LIMIT : FinishReason.TERMINAL, response);
            }
            if (unreadable > reminders) {
                return new Ending(FinishReason.FORMAT_LIMIT, response);
            }
            last = new Ending(FinishReason.MAX_TURNS, response);
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
        for (ToolEntry tool : rollout.tools()) {
            if (tool.firstLook()) {
                opening.add(Message.user(look(rollout, tool)));
            }
        }
        return opening;
    }

    /** What a tool shows before the first turn. An agent that could not look has not failed: its environment has. */
    private static String look(RolloutScope rollout, ToolEntry tool) throws InterruptedException {
        ToolAnswer answer =
                ToolAnswer.to(new ToolCall("first_look", tool.name(), Map.of(), "{}"), List.of(tool), rollout);
        if (!answer.error().isEmpty()) {
            throw new UnscoredException(Score.Reason.RESOURCE, answer.error());
        }
        return answer.outcome().text();
    }

    /** Calls that the model made natively count in every format. */
    private ActionFormat.Reading read(Message reply, List<ToolEntry> tools) {
        return reply.toolCalls().isEmpty()
                ? format.read(reply.text(), tools)
                : new ActionFormat.Reading.Calls(reply.toolCalls());
    }

    private List<Message> act(RolloutScope rollout, Message reply, ActionFormat.Reading reading, TurnLog log)
            throws InterruptedException {
        if (reading instanceof ActionFormat.Reading.Unreadable unreadable) {
            log.unreadable(unreadable.problem());
            return List.of(Message.user(unreadable.problem()));
        }
        List<Message> answers = new ArrayList<>();
        for (ToolCall call : ((ActionFormat.Reading.Calls) reading).calls()) {
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
}
