package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView.Mark;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView.Outcome;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView.Said;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView.Stage;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView.Tab;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the steps of an episode ready to be shown. */
final class EpisodeSteps {

    private static final Pattern ACTION_LINE = Pattern.compile("(?m)^\\s*\\**ACTION\\b");
    private static final Set<String> LONG_FACTS = Set.of(TurnInfo.PAGE_TEXT, TurnInfo.PAYLOAD);
    private static final int SHORT = 4_000;
    private static final Pattern HOST = Pattern.compile("https?://[^\\s/)]+/(?=[^\\s)])");

    private final Opened opened;
    private final PageLinks links;
    private final int most;
    private final Optional<EpisodeRecording> recording;

    /**
     * @param most how many characters of a text are on a page
     */
    public EpisodeSteps(Opened opened, PageLinks links, int most) {
        this.opened = opened;
        this.links = links;
        this.most = most;
        this.recording = EpisodeRecording.of(opened.detail());
    }

    /** Returns a step. */
    public StepView step(int index, List<RewardEvidence> evidence) {
        List<Turn> turns = opened.detail().turns();
        Turn turn = turns.get(index);
        EpisodeRecording.Frame frame = recording.map(all -> all.frame(index)).orElse(EpisodeRecording.Frame.NONE);
        Map<String, Double> after =
                recording.map(all -> all.frame(index + 1).seconds()).orElse(Map.of());
        return new StepView(
                index,
                said(turn, frame),
                outcome(turn, frame),
                stage(index, frame),
                StepPhase.of(turn, after),
                tabs(index, turn, frame),
                evidence.stream().filter(one -> one.step() == index).toList(),
                opened.at(index, links));
    }

    private Said said(Turn turn, EpisodeRecording.Frame frame) {
        boolean acted = !turn.action().isEmpty() || turn.info().containsKey(TurnInfo.ACTION_NAME);
        String chosen = acted ? chosen(turn) : turn.reply();
        String done = chosen.equals(turn.action()) ? "" : turn.action();
        return new Said(
                TextPassage.of(acted ? thought(turn, frame) : "", SHORT, whole(turn.index(), "reply")),
                TextPassage.of(chosen, SHORT, whole(turn.index(), acted ? "action" : "reply")),
                TextPassage.line(done, 400),
                result(turn, Math.min(most, SHORT)),
                acted);
    }

    private TextPassage result(Turn turn, int room) {
        boolean fetched = !DiagnosisCase.text(turn, TurnInfo.PAYLOAD).isEmpty();
        return TextPassage.cut(
                result(turn),
                fetched ? DiagnosisCase.whole(turn, TurnInfo.PAYLOAD_CUT) : -1,
                room,
                whole(turn.index(), fetched ? "payload" : "observation"));
    }

    /** Returns the action as the agent named it. */
    public static String chosen(Turn turn) {
        String name = DiagnosisCase.text(turn, TurnInfo.ACTION_NAME);
        if (name.isEmpty() || turn.action().startsWith(name)) {
            return turn.action();
        }
        Object params = turn.info().get(TurnInfo.PARAMS);
        if (params instanceof Map<?, ?> map && map.size() == 1) {
            Object only = map.values().iterator().next();
            return name + "(" + (only instanceof String text ? text : JsonCodec.write(only)) + ")";
        }
        return name + "(" + (params == null ? "" : JsonCodec.write(params)) + ")";
    }

    /** Returns what the reply says besides its action. */
    private static String thought(Turn turn, EpisodeRecording.Frame frame) {
        if (!frame.thought().isBlank()) {
            return frame.thought();
        }
        String reply = turn.reply().strip();
        if (reply.endsWith(turn.action().strip())) {
            return reply.substring(0, reply.length() - turn.action().strip().length())
                    .strip();
        }
        Matcher action = ACTION_LINE.matcher(reply);
        return action.find() ? reply.substring(0, action.start()).strip() : reply;
    }

    private Outcome outcome(Turn turn, EpisodeRecording.Frame frame) {
        String url = DiagnosisCase.text(turn, TurnInfo.URL);
        String shown = url.isEmpty() ? frame.url() : url;
        return new Outcome(
                turn.reward() == 0 || Double.isNaN(turn.reward())
                        ? ""
                        : String.format(Locale.ROOT, "%+.3f", turn.reward()),
                TextPassage.of(turn.error(), SHORT, whole(turn.index(), "error")),
                marks(turn),
                tokens(turn.usage()),
                StepPhase.time(turn.thinking().plus(turn.acting()).toNanos() / 1e9),
                TextPassage.line(shown, 300),
                webAddress(shown));
    }

    /** Returns how many tokens were read and written; empty for none. */
    static String tokens(Usage usage) {
        return usage.tokens() == 0
                ? ""
                : PageNumber.count(usage.inputTokens()) + " in, " + PageNumber.count(usage.outputTokens()) + " out";
    }

    private static List<Mark> marks(Turn turn) {
        List<Mark> marks = new ArrayList<>();
        cut(turn, TurnInfo.PAGE_TEXT, TurnInfo.PAGE_CUT, "page").ifPresent(marks::add);
        cut(turn, TurnInfo.PAYLOAD, TurnInfo.PAYLOAD_CUT, "payload").ifPresent(marks::add);
        switch (DiagnosisCase.text(turn, TurnInfo.REPLY_FINISH)) {
            case "length" -> marks.add(new Mark("bad", "reply cut by its limit of tokens"));
            case "content_filter" -> marks.add(new Mark("bad", "reply held back by a filter"));
            case "" -> {}
            case String finish -> marks.add(new Mark("", "reply ended: " + TextPassage.line(finish, 40)));
        }
        if (turn.info().containsKey(TurnInfo.PARSE_ERROR)) {
            marks.add(new Mark("bad", "reply could not be read"));
        }
        if (turn.info().containsKey(TurnInfo.TOOL_ERROR)) {
            marks.add(new Mark("bad", "tool error"));
        }
        if (turn.info().containsKey(TurnInfo.BLOCKED)) {
            marks.add(new Mark("warn", "address refused"));
        }
        if (Boolean.TRUE.equals(turn.info().get(TurnInfo.ENVIRONMENT_FAULT))) {
            marks.add(new Mark("bad", "the environment broke"));
        }
        String limit = DiagnosisCase.text(turn, TurnInfo.TRUNCATED_BY);
        if (!limit.isEmpty()) {
            marks.add(new Mark("warn", "cut by the environment: " + TextPassage.line(limit, 40)));
        }
        int retries = DiagnosisCase.whole(turn, TurnInfo.RETRIES);
        if (retries > 0) {
            marks.add(new Mark("warn", retries == 1 ? "asked again once" : "asked again " + retries + " times"));
        }
        return marks;
    }

    private static Optional<Mark> cut(Turn turn, String text, String at, String name) {
        int cut = DiagnosisCase.whole(turn, at);
        int all = DiagnosisCase.text(turn, text).length();
        return cut < 0
                ? Optional.empty()
                : Optional.of(new Mark(
                        "warn", String.format(Locale.ROOT, "%s cut: %,d of %,d characters seen", name, cut, all)));
    }

    private @Nullable Stage stage(int index, EpisodeRecording.Frame frame) {
        EpisodeRecording.Picture before =
                recording.flatMap(all -> all.picture(index)).orElse(null);
        if (before == null) {
            return null;
        }
        String after = recording
                .flatMap(all -> all.picture(index + 1))
                .map(picture -> opened.file(picture.file(), links))
                .orElse("");
        List<ActionTarget> targets = ActionTarget.of(frame.action(), frame.boxes());
        return new Stage(
                opened.file(before.file(), links),
                after,
                before.width(),
                before.height(),
                targets,
                targets.isEmpty()
                        ? ""
                        : "The mark shows what " + TextPassage.line(frame.action(), 80) + " was aimed at.");
    }

    private List<Tab> tabs(int index, Turn turn, EpisodeRecording.Frame frame) {
        List<Tab> tabs = new ArrayList<>();
        String page = DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT);
        int cut = DiagnosisCase.whole(turn, TurnInfo.PAGE_CUT);
        if (!page.isEmpty()) {
            tabs.add(tab("axtree", "Page as the model got it", page, cut, index, null));
        }
        if (!frame.axTree().isEmpty() && !frame.axTree().strip().equals(page.strip())) {
            tabs.add(tab("tree", "AXTree", frame.axTree(), -1, index, null));
        }
        add(tabs, "dom", "DOM", frame.dom(), index);
        String payload = DiagnosisCase.text(turn, TurnInfo.PAYLOAD);
        if (!payload.isEmpty()) {
            tabs.add(tab("payload", "Payload", payload, DiagnosisCase.whole(turn, TurnInfo.PAYLOAD_CUT), index, null));
        }
        add(tabs, "observation", "Observation", turn.observation(), index);
        if (!turn.prompt().isEmpty()) {
            Turn last = index == 0 ? null : opened.detail().turns().get(index - 1);
            tabs.add(tab(
                    "prompt",
                    "Prompt",
                    turn.prompt(),
                    -1,
                    index,
                    last == null || last.prompt().isEmpty()
                            ? null
                            : TextDifference.between("prompt", last.prompt(), turn.prompt())));
        }
        add(tabs, "reply", "Raw reply", turn.reply(), index);
        add(tabs, "facts", "Facts", facts(turn), index);
        add(tabs, "log", "Log", recording.map(EpisodeRecording::log).orElse(""), index);
        return tabs;
    }

    private void add(List<Tab> tabs, String id, String name, String text, int index) {
        if (!text.isEmpty()) {
            tabs.add(tab(id, name, text, -1, index, null));
        }
    }

    private Tab tab(String id, String name, String text, int cut, int index, @Nullable TextDifference difference) {
        return new Tab(id, name, TextPassage.cut(text, cut, most, whole(index, id)), difference);
    }

    /** Returns what else is known of a turn, a line each. */
    private static String facts(Turn turn) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(turn.info());
        rest.keySet().removeAll(LONG_FACTS);
        StringBuilder out = new StringBuilder();
        rest.forEach((name, value) -> out.append(name)
                .append(": ")
                .append(value instanceof String text ? text : JsonCodec.write(value))
                .append('\n'));
        return out.toString();
    }

    /**
     * Returns the whole of a text of a step, by the name that its tab has.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public String text(int index, String part) {
        Turn turn = opened.detail().turns().get(index);
        return switch (part) {
            case "axtree" -> DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT);
            case "tree" -> recording.map(all -> all.frame(index).axTree()).orElse("");
            case "dom" -> recording.map(all -> all.frame(index).dom()).orElse("");
            case "payload" -> DiagnosisCase.text(turn, TurnInfo.PAYLOAD);
            case "observation" -> turn.observation();
            case "prompt" -> turn.prompt();
            case "reply" -> turn.reply();
            case "action" -> chosen(turn);
            case "error" -> turn.error();
            case "facts" -> facts(turn);
            case "log" -> recording.map(EpisodeRecording::log).orElse("");
            default -> throw new IllegalArgumentException("a step has no text '" + part + "'");
        };
    }

    private String whole(int step, String part) {
        return opened.text(step, part, links);
    }

    /** Returns an address that a browser may go to; empty for scripts, files and whatever else a hostile page can name. */
    public static String webAddress(String url) {
        String start = url.substring(0, Math.min(8, url.length())).toLowerCase(Locale.ROOT);
        boolean web = start.startsWith("http://") || start.startsWith("https://");
        return web && url.length() < 2_000 && url.chars().allMatch(c -> c > ' ' && c < 127) ? url : "";
    }

    /** Returns the recording of the episode, if it has one. */
    public Optional<EpisodeRecording> recording() {
        return recording;
    }

    /** Returns a short line for lists of steps: the action, or what was said. Of an address, the path tells more than the host. */
    public static String label(Turn turn) {
        String chosen = chosen(turn);
        String line = TextPassage.line(chosen.isBlank() ? turn.reply() : chosen, 200);
        return TextPassage.line(HOST.matcher(line).replaceFirst("/"), 90);
    }

    /** Returns what a step brought: what was fetched outside of the page, where something was; else what the environment answered. */
    public static String result(Turn turn) {
        String payload = DiagnosisCase.text(turn, TurnInfo.PAYLOAD);
        return payload.isEmpty() ? turn.observation() : payload;
    }

    /**
     * A step on a page.
     *
     * @param index its place, from 0
     * @param said what the agent thought, did and got
     * @param outcome what it brought and took
     * @param stage its pictures; null if there are none
     * @param phases what its time went into
     * @param tabs its longer texts
     * @param evidence what can be seen here that explains the reward
     * @param here where it is
     */
    record StepView(
            int index,
            Said said,
            Outcome outcome,
            @Nullable Stage stage,
            List<StepPhase> phases,
            List<Tab> tabs,
            List<RewardEvidence> evidence,
            String here) {

        /** Returns the step's number as people count. */
        public int number() {
            return index + 1;
        }

        /**
         * Thoughts, actions and observations of the agent.
         *
         * @param chosen the action as the agent named it, with its parameters; the reply where it named none
         * @param carriedOut what was done for it, where that reads otherwise; else empty
         */
        public record Said(
                TextPassage thought, TextPassage chosen, String carriedOut, TextPassage result, boolean acted) {}

        /**
         * Result and cost of a step.
         *
         * @param reward the environment's reward, empty for none
         * @param error what failed, empty for nothing
         * @param marks short facts, such as that the page was cut
         * @param tokens in words, empty for none
         * @param time in words
         * @param url the page's address as text
         * @param link the same where a browser may go there; empty for an address that is not of the web
         */
        public record Outcome(
                String reward,
                TextPassage error,
                List<Mark> marks,
                String tokens,
                String time,
                String url,
                String link) {}

        /** A short fact, and how it should look: {@code good}, {@code bad}, {@code warn} or {@code info}. */
        public record Mark(String look, String words) {}

        /**
         * The pictures of a step.
         *
         * @param before where the picture before the action is
         * @param after where the one after it is; empty for none
         * @param targets what the action was aimed at
         * @param aim what that is in words
         */
        public record Stage(
                String before, String after, int width, int height, List<ActionTarget> targets, String aim) {}

        /**
         * A longer text.
         *
         * @param id names it in the address
         * @param difference how it changed since the step before; null where that says nothing
         */
        public record Tab(
                String id,
                String name,
                TextPassage passage,
                @Nullable TextDifference difference) {}
    }
}
