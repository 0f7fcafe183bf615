package dev.guerdon.agent;

import dev.guerdon.agent.WebPage.Shown;
import dev.guerdon.api.Environment;
import dev.guerdon.api.FinishReason;
import dev.guerdon.api.Message;
import dev.guerdon.api.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One rollout of the web research agent. */
final class WebEpisode {

    private static final int NOTES = 8;
    private static final int NOTE_LENGTH = 400;
    private static final int FALLBACK_LENGTH = 2_000;

    private final WebSettings settings;
    private final RolloutScope rollout;
    private final Environment browser;
    private final String goal;
    private final Map<String, Integer> scrolled = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Message> earlier = new ArrayList<>();
    private String pending = "";
    private String problem = "";

    WebEpisode(WebSettings settings, RolloutScope rollout, Environment browser, String goal) {
        this.settings = settings;
        this.rollout = rollout;
        this.browser = browser;
        this.goal = goal;
    }

    Ending run() throws Exception {
        Step state = browser.reset(rollout.task());
        WebDoing doing = new WebDoing(settings, rollout, WebHints.of(state));
        Message system = Message.system(WebInstructions.write(settings, doing.weatherApi()));
        rollout.say(system);
        int steps = Math.max(1, Math.min(settings.maxSteps(), rollout.maxTurns()));
        for (int number = 1; number <= steps && !state.done(); number++) {
            rollout.check();
            WebPage page = WebPage.of(state);
            WebTurn turn = new WebTurn(number - 1, page);
            boolean last = number == steps;
            if (!last && isToScroll(page)) {
                scrolled.merge(page.url(), 1, Integer::sum);
                turn.scrolledBySelf();
                state = act(turn, "scroll(0, " + settings.scrollPixels() + ")");
                rollout.turn(turn.done(state));
                continue;
            }
            WebActionParser.Reading reading = ask(turn, system, page, occasion(number, steps));
            if (last && settings.forceSubmit()) {
                reading = forced(reading, turn);
            }
            note(reading.thought());
            WebDoing.Done done = doing.act(reading, turn);
            pending = done.pending();
            problem = done.problem();
            state = act(turn, done.browserAction());
            rollout.turn(turn.done(state));
            if (done.answer().isPresent()) {
                return new Ending(FinishReason.TERMINAL, done.answer().get());
            }
        }
        return new Ending(state.done() ? FinishReason.TERMINAL : FinishReason.MAX_TURNS, "");
    }

    private boolean isToScroll(WebPage page) {
        return page.isSparse(settings.sparseLimit())
                && pending.isEmpty()
                && page.error().isEmpty()
                && scrolled.getOrDefault(page.url(), 0) < settings.autoScrolls();
    }

    private WebPrompt.Occasion occasion(int number, int steps) {
        boolean last = number == steps && settings.forceSubmit();
        boolean urgent = settings.urgencyStep() > 0 && number >= settings.urgencyStep();
        boolean showNotes = settings.thinkTrace() && !settings.resume();
        return new WebPrompt.Occasion(
                goal, number, steps, urgent, last, pending, problem, showNotes ? List.copyOf(notes) : List.of());
    }

    private WebActionParser.Reading ask(WebTurn turn, Message system, WebPage page, WebPrompt.Occasion occasion) {
        Shown shown = WebPage.shown(page.text(), settings.axtreeLimit());
        String trouble = page.error().isEmpty() ? occasion.problem() : page.error();
        WebPrompt.Occasion full = new WebPrompt.Occasion(
                occasion.goal(),
                occasion.step(),
                occasion.steps(),
                occasion.urgent(),
                occasion.last(),
                occasion.pending(),
                trouble,
                occasion.notes());
        String prompt = WebPrompt.write(full, page, shown);
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
        earlier.add(Message.user(WebPrompt.remembered(full, page)));
        earlier.add(Message.assistant(reply.message().text()));
        WebActionParser.Reading reading = WebActionParser.read(reply.message().text());
        if (!reading.problem().isEmpty()) {
            turn.unreadable(reading.problem());
        }
        return reading;
    }

    /** At the last step anything but an answer becomes one: what the model wrote, without its action. */
    private static WebActionParser.Reading forced(WebActionParser.Reading reading, WebTurn turn) {
        boolean answers = reading.action()
                .filter(action -> action.kind() == WebAction.Kind.SUBMIT_ANSWER)
                .isPresent();
        if (answers) {
            return reading;
        }
        turn.note("forced", true);
        String said = reading.thought();
        String answer = said.length() > FALLBACK_LENGTH ? said.substring(0, FALLBACK_LENGTH) : said;
        return new WebActionParser.Reading(
                said, java.util.Optional.of(new WebAction(WebAction.Kind.SUBMIT_ANSWER, answer)), "");
    }

    private void note(String thought) {
        if (settings.thinkTrace() && !thought.isEmpty()) {
            notes.add(thought.length() > NOTE_LENGTH ? thought.substring(0, NOTE_LENGTH) + "..." : thought);
            if (notes.size() > NOTES) {
                notes.removeFirst();
            }
        }
    }

    private Step act(WebTurn turn, String action) {
        Map<String, @Nullable Object> agentInfo = new LinkedHashMap<>();
        if (settings.thinkTrace()) {
            agentInfo.put("think", notes.isEmpty() ? "" : notes.getLast());
        }
        agentInfo.put("stats", turn.stats());
        browser.annotate(agentInfo);
        return turn.acted(action, () -> browser.step(action));
    }
}
