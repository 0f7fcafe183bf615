package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.webresearch.Page.Shown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One rollout of the web research agent. */
final class Episode {

    private static final String REPEAT = "repeat";
    private static final int NOTES = 8;
    private static final int NOTE_LENGTH = 400;
    private static final int FALLBACK_LENGTH = 2_000;
    private static final int LONGEST_REMEMBERED = 8_000;
    private static final String FORM = "one action with its PARAMS line";

    private final ResearchSettings settings;
    private final RolloutScope rollout;
    private final Environment browser;
    private String goal;
    private final Map<String, Integer> scrolled = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Message> earlier = new ArrayList<>();
    private String pending = "";
    private String problem = "";

    Episode(ResearchSettings settings, RolloutScope rollout, Environment browser, String goal) {
        this.settings = settings;
        this.rollout = rollout;
        this.browser = browser;
        this.goal = goal;
    }

    Ending run() throws Exception {
        Step state = begin();
        if (state.observation().attributes().get("goal") instanceof String told && !told.isBlank()) {
            goal = told; // some tasks make their goal with their page
        }
        Doing doing = new Doing(settings, rollout, Hints.of(state));
        int steps = Math.max(1, Math.min(settings.steps().most(), rollout.maxTurns()));
        Message system = Message.system(doing.instructions(steps));
        rollout.say(system);
        for (int number = 1; number <= steps && !state.done(); number++) {
            rollout.check();
            Page page = Page.of(state);
            StepLog turn = new StepLog(number - 1, page);
            boolean last = number == steps;
            if (!last && isToScroll(page)) {
                scrolled.merge(page.url(), 1, Integer::sum);
                turn.scrolledBySelf();
                state = act(turn, "scroll(0, " + settings.scrolling().pixels() + ")");
                rollout.turn(turn.done(state));
                lookForLoss(state);
                continue;
            }
            ActionParser.Reading reading = ask(turn, system, page, occasion(number, steps));
            if (last && settings.steps().forceSubmit()) {
                reading = forced(reading, turn);
            }
            note(reading.thought());
            Doing.Done done = doing.act(reading, turn);
            pending = done.pending();
            problem = done.problem();
            state = act(turn, done.browserAction());
            rollout.turn(turn.done(state));
            if (done.answer().isEmpty()) {
                lookForLoss(state);
            }
            if (done.answer().isPresent()) {
                return new Ending(
                        turn.incomplete() ? FinishReason.CUT_REPLY : FinishReason.TERMINAL,
                        done.answer().get());
            }
        }
        return new Ending(end(state), "");
    }

    private Step begin() {
        try {
            return browser.reset(described(), rollout.seed());
        } catch (GuerdonException e) {
            throw new UnscoredException(Score.Reason.RESOURCE, String.valueOf(e.getMessage()));
        }
    }

    /** The task, with which of its rollouts this is: some tasks are another one each time. */
    private Task described() {
        Task task = rollout.task();
        String id = rollout.context().rolloutId();
        String tail = id.substring(id.lastIndexOf('#') + 1);
        if (task.fields().containsKey(REPEAT) || !tail.matches("[0-9]{1,9}")) {
            return task;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(task.fields());
        fields.put(REPEAT, Integer.parseInt(tail));
        return new Task(task.id(), task.messages(), fields);
    }

    /** A lost page says nothing about the agent. An answer that was given before is one all the same. */
    private static void lookForLoss(Step state) {
        if (state.end().kind() == Step.End.Kind.LOST) {
            throw new UnscoredException(Score.Reason.RESOURCE, state.end().cause());
        }
    }

    private static FinishReason end(Step state) {
        return switch (state.end().kind()) {
            case NONE -> FinishReason.MAX_TURNS;
            case TRUNCATED -> FinishReason.ENVIRONMENT_LIMIT;
            case TERMINATED, LOST -> FinishReason.TERMINAL;
        };
    }

    private boolean isToScroll(Page page) {
        return page.isSparse(settings.scrolling().sparseLimit())
                && pending.isEmpty()
                && page.error().isEmpty()
                && scrolled.getOrDefault(page.url(), 0) < settings.scrolling().most();
    }

    private Prompt.Occasion occasion(int number, int steps) {
        boolean last = number == steps && settings.steps().forceSubmit();
        boolean urgent =
                settings.steps().urgent() > 0 && number >= settings.steps().urgent();
        boolean showNotes = settings.thinkTrace() && !settings.resume();
        return new Prompt.Occasion(
                goal, number, steps, urgent, last, pending, problem, showNotes ? List.copyOf(notes) : List.of());
    }

    private ActionParser.Reading ask(StepLog turn, Message system, Page page, Prompt.Occasion occasion) {
        Shown shown = Page.shown(page.text(), settings.axtreeLimit());
        String toShow = page.error().isEmpty() ? occasion.problem() : page.error();
        Prompt.Occasion full = new Prompt.Occasion(
                occasion.goal(),
                occasion.step(),
                occasion.steps(),
                occasion.urgent(),
                occasion.last(),
                occasion.pending(),
                toShow,
                occasion.notes());
        String prompt = Prompt.write(full, page, shown);
        turn.prompted(prompt, shown);
        List<Message> messages = new ArrayList<>();
        messages.add(system);
        if (settings.resume()) {
            messages.addAll(earlier);
        }
        messages.add(Message.user(prompt));
        rollout.say(Message.user(prompt));
        ModelReply reply = turn.asked(() -> rollout.ask(List.copyOf(messages), List.of()));
        rollout.say(reply.message());
        earlier.add(Message.user(Prompt.remembered(full, page)));
        String said = said(reply.message());
        earlier.add(Message.assistant(remembered(said)));
        ActionParser.Reading reading = complete(ActionParser.read(said), said, reply.finish());
        if (!reading.problem().isEmpty()) {
            turn.unreadable(reading.problem());
        }
        return reading;
    }

    /** What the model wrote. One that calls a tool, though it was offered none, means an action. */
    private static String said(Message reply) {
        if (!reply.text().isBlank() || reply.toolCalls().isEmpty()) {
            return reply.text();
        }
        ToolCall call = reply.toolCalls().getFirst();
        return "ACTION: " + call.name() + "\nPARAMS: " + JsonCodec.write(call.arguments());
    }

    /** Beginning and end of a reply that is too long to be said again in every step. */
    private static String remembered(String said) {
        int half = LONGEST_REMEMBERED / 2;
        return said.length() <= LONGEST_REMEMBERED
                ? said
                : said.substring(0, half) + "\n[...]\n" + said.substring(said.length() - half);
    }

    /** A reading that knows why a reply has no action, and does nothing by halves: half an address is another address. */
    private static ActionParser.Reading complete(ActionParser.Reading reading, String said, ModelReply.Finish finish) {
        boolean half = finish == ModelReply.Finish.CUT
                && reading.open()
                && reading.action()
                        .filter(action -> action.kind() != Action.Kind.SUBMIT_ANSWER)
                        .isPresent();
        if (half) {
            return reading.refused("your reply was cut off in the middle of its action; write fewer words before it");
        }
        if (reading.action().isPresent()) {
            return reading;
        }
        return switch (finish) {
            case CUT -> reading.refused("your reply was cut off before its action; write fewer words, then " + FORM);
            case FILTERED -> reading.refused("your reply was held back by a filter; write " + FORM);
            case STOP, UNKNOWN -> said.isBlank() ? reading.refused("your reply was empty; write " + FORM) : reading;
        };
    }

    /** At the last step anything but an answer becomes one: what the model wrote, without its action. */
    private static ActionParser.Reading forced(ActionParser.Reading reading, StepLog turn) {
        boolean answers = reading.action()
                .filter(action -> action.kind() == Action.Kind.SUBMIT_ANSWER)
                .isPresent();
        if (answers) {
            return reading;
        }
        String said = reading.thought();
        if (said.isBlank()) {
            return reading; // there is nothing to submit, and an answer that nobody gave is none
        }
        turn.note("forced", true);
        String answer = said.length() > FALLBACK_LENGTH ? said.substring(0, FALLBACK_LENGTH) : said;
        return new ActionParser.Reading(said, Optional.of(new Action(Action.Kind.SUBMIT_ANSWER, answer)), "", false);
    }

    private void note(String thought) {
        if (settings.thinkTrace() && !thought.isEmpty()) {
            notes.add(thought.length() > NOTE_LENGTH ? thought.substring(0, NOTE_LENGTH) + "..." : thought);
            if (notes.size() > NOTES) {
                notes.removeFirst();
            }
        }
    }

    private Step act(StepLog turn, String action) {
        Map<String, @Nullable Object> agentInfo = new LinkedHashMap<>();
        if (settings.thinkTrace()) {
            agentInfo.put("think", notes.isEmpty() ? "" : notes.getLast());
        }
        agentInfo.put("stats", turn.stats());
        browser.annotate(agentInfo);
        return turn.acted(action, () -> browser.step(action));
    }
}
