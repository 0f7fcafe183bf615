package dev.guerdon.agent.research;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rollout of the web research agent. */
final class ResearchEpisode {

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
    private final List<Past> earlier = new ArrayList<>();
    private final FetchedResults fetched;
    private String pending = "";
    private String problem = "";

    /**
     * A turn that is over.
     *
     * @param asked what stays of its prompt
     * @param fetched which of the fetched results came with it; -1 for none
     * @param said what stays of the reply
     */
    private record Past(String asked, int fetched, String said) {}

    ResearchEpisode(ResearchSettings settings, RolloutScope rollout, Environment browser, String goal) {
        this.settings = settings;
        this.rollout = rollout;
        this.browser = browser;
        this.goal = goal;
        this.fetched = new FetchedResults(settings.payloadLimit());
    }

    AgentResult run() throws Exception {
        Step state = begin();
        if (state.observation().attributes().get("goal") instanceof String told && !told.isBlank()) {
            goal = told; // some tasks make their goal with their page
        }
        ResearchActionExecutor doing =
                new ResearchActionExecutor(settings, rollout, ResearchActionExecutor.Hints.of(state));
        int steps = Math.max(1, Math.min(settings.steps().most(), rollout.maxTurns()));
        Message system = Message.system(doing.instructions(steps));
        rollout.addMessage(system);
        for (int number = 1; number <= steps && !state.done(); number++) {
            rollout.check();
            OpenPage page = OpenPage.of(state);
            StepLog turn = new StepLog(number - 1, page);
            boolean last = number == steps;
            if (!last && isToScroll(page)) {
                scrolled.merge(page.url(), 1, Integer::sum);
                turn.scrolledBySelf();
                state = act(turn, "scroll(0, " + settings.scrolling().pixels() + ")");
                rollout.recordTurn(turn.done(state));
                lookForLoss(state);
                continue;
            }
            ActionParser.Reading reading = ask(turn, system, page, occasion(number, steps));
            if (last && settings.steps().forceSubmit()) {
                reading = forced(reading, turn);
            }
            note(reading.thought());
            ResearchActionExecutor.Done done = doing.act(reading, turn);
            pending = done.pending();
            problem = done.problem();
            state = act(turn, done.browserAction());
            rollout.recordTurn(turn.done(state));
            if (done.answer().isEmpty()) {
                lookForLoss(state);
            }
            if (done.answer().isPresent()) {
                return new AgentResult(
                        turn.incomplete() ? FinishReason.CUT_REPLY : FinishReason.TERMINAL,
                        done.answer().get());
            }
        }
        return new AgentResult(end(state), "");
    }

    private Step begin() {
        try {
            return browser.reset(described(), rollout.seed());
        } catch (GuerdonException e) {
            throw new UnscoredException(Score.Reason.RESOURCE, String.valueOf(e.getMessage()));
        }
    }

    /** Returns the task, with which of its rollouts this is: some tasks are another one each time. */
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

    private boolean isToScroll(OpenPage page) {
        return page.isSparse(settings.scrolling().sparseLimit())
                && pending.isEmpty()
                && page.error().isEmpty()
                && scrolled.getOrDefault(page.url(), 0) < settings.scrolling().most();
    }

    private ResearchPrompt.Occasion occasion(int number, int steps) {
        boolean last = number == steps && settings.steps().forceSubmit();
        boolean urgent =
                settings.steps().urgent() > 0 && number >= settings.steps().urgent();
        ResearchPrompt.Memory memory = settings.resume()
                ? ResearchPrompt.Memory.NONE
                : new ResearchPrompt.Memory(settings.thinkTrace() ? List.copyOf(notes) : List.of(), fetched.shown());
        return new ResearchPrompt.Occasion(goal, number, steps, urgent, last, pending, problem, memory);
    }

    /** Returns the turns before this one, with what was fetched and without their pages. */
    private List<Message> conversation() {
        List<String> results = fetched.shown();
        List<Message> messages = new ArrayList<>();
        for (Past past : earlier) {
            String brought =
                    past.fetched() < 0 ? "" : "\n\n" + results.get(past.fetched()) + "\n" + ResearchPrompt.FETCHED_END;
            messages.add(Message.user(past.asked() + brought));
            messages.add(Message.assistant(past.said()));
        }
        return messages;
    }

    private ActionParser.Reading ask(StepLog turn, Message system, OpenPage page, ResearchPrompt.Occasion occasion) {
        OpenPage.Shown shown = OpenPage.shown(page.text(), settings.axtreeLimit());
        String toShow = page.error().isEmpty() ? occasion.problem() : page.error();
        ResearchPrompt.Occasion full = occasion.withProblem(toShow);
        String prompt = ResearchPrompt.write(full, page, shown);
        turn.prompted(prompt, shown);
        List<Message> messages = new ArrayList<>();
        messages.add(system);
        if (settings.resume()) {
            messages.addAll(conversation());
        }
        messages.add(Message.user(prompt));
        rollout.addMessage(Message.user(prompt));
        ModelReply reply = turn.asked(() -> rollout.ask(List.copyOf(messages), List.of()));
        rollout.addMessage(reply.message());
        String said = said(reply.message());
        int brought = full.pending().isEmpty() ? -1 : fetched.add(full.pending());
        earlier.add(new Past(ResearchPrompt.remembered(full, page), brought, remembered(said)));
        ActionParser.Reading reading = complete(ActionParser.read(said), said, reply.finish());
        if (!reading.problem().isEmpty()) {
            turn.unreadable(reading.problem());
        }
        return reading;
    }

    /** Returns what the model wrote. One that calls a tool, though it was offered none, means an action. */
    private static String said(Message reply) {
        if (!reply.text().isBlank() || reply.toolCalls().isEmpty()) {
            return reply.text();
        }
        ToolCall call = reply.toolCalls().getFirst();
        return "ACTION: " + call.name() + "\nPARAMS: " + JsonCodec.write(call.arguments());
    }

    /** Returns the beginning and end of a reply that is too long to be repeated in every step. */
    private static String remembered(String said) {
        int half = LONGEST_REMEMBERED / 2;
        return said.length() <= LONGEST_REMEMBERED
                ? said
                : said.substring(0, half) + "\n[...]\n" + said.substring(said.length() - half);
    }

    /** Returns a reading that knows why a reply has no action, and does nothing by halves: half an address is another address. */
    private static ActionParser.Reading complete(ActionParser.Reading reading, String said, ModelReply.Finish finish) {
        boolean half = finish == ModelReply.Finish.CUT
                && reading.open()
                && reading.action()
                        .filter(action -> action.kind() != ResearchAction.Kind.SUBMIT_ANSWER)
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
                .filter(action -> action.kind() == ResearchAction.Kind.SUBMIT_ANSWER)
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
        return new ActionParser.Reading(
                said, Optional.of(new ResearchAction(ResearchAction.Kind.SUBMIT_ANSWER, answer)), "", false);
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

    /**
     * The results of an episode's fetches, which the model needs together though it got them one by one.
     *
     * <p>The newest ones are shown in full, as many as fit into the limit; of the others the beginning, and of an address that was fetched
     * again only that it was.
     */
    static final class FetchedResults {

        /** How many results of the greatest length are shown in full, whatever that length is; more where they are short. */
        private static final int MIN_IN_FULL = 4;

        private static final int MAX_LENGTH = 60_000;

        private static final int SHORT_LENGTH = 500;

        /** What usually stands around a payload: its address, and that it is cut. */
        private static final int LONGEST_FRAME = 500;

        private final int limit;
        private final List<String> results = new ArrayList<>();

        /**
         * Keeps what fits.
         *
         * @param payloadLimit how many characters of a result's payload the prompt shows
         */
        FetchedResults(int payloadLimit) {
            this.limit = Math.max(MAX_LENGTH, MIN_IN_FULL * (payloadLimit + LONGEST_FRAME));
        }

        /** Keeps a result, a line that names its address and then what it brought, and returns its number. */
        int add(String result) {
            results.add(result);
            return results.size() - 1;
        }

        /** Returns how the results are shown now, in the order in which they came. */
        List<String> shown() {
            List<String> shown = new ArrayList<>();
            Set<String> addresses = new HashSet<>();
            int left = limit;
            for (String result : results.reversed()) {
                String address = result.lines().findFirst().orElse("");
                if (!addresses.add(address)) {
                    shown.add(address + "\n[It was fetched again later.]");
                } else if (result.length() <= left) {
                    left -= result.length();
                    shown.add(result);
                } else {
                    left = 0; // nothing older is shown in full: the model is not to guess which are whole
                    shown.add(shortened(result));
                }
            }
            return shown.reversed();
        }

        private static String shortened(String result) {
            OpenPage.Shown beginning = OpenPage.shown(result, SHORT_LENGTH);
            return beginning.cut()
                    ? beginning.text() + "\n[An older result is shortened here: "
                            + beginning.text().length() + " of " + beginning.whole()
                            + " characters are shown. Fetch it again if you need the rest.]"
                    : result;
        }
    }
}
