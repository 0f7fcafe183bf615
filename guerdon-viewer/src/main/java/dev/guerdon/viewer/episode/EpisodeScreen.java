package dev.guerdon.viewer.episode;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.viewer.episode.EpisodeView.Figure;
import dev.guerdon.viewer.episode.EpisodeView.Head;
import dev.guerdon.viewer.episode.EpisodeView.Places;
import dev.guerdon.viewer.episode.EpisodeView.Row;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.Evidence;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.Phase;
import dev.guerdon.viewer.trace.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An episode: why it has its reward, and one of its steps. */
@Internal
public final class EpisodeScreen implements Screen {

    /** How much of a text a page has that is the only place for it. */
    private static final int IN_A_BUNDLE = 200_000;

    private static final double PERFECT = 0.99;

    private final OpenRuns runs;
    private final Reasons reasons;

    public EpisodeScreen(OpenRuns runs, Reasons reasons) {
        this.runs = runs;
        this.reasons = reasons;
    }

    @Override
    public String path() {
        return "/runs/{run}/episode";
    }

    @Override
    public Answer show(Address address, Links links) {
        Opened opened = runs.episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
        Episode episode = opened.episode();
        List<Turn> turns = opened.detail().turns();
        Why why = reasons.of(opened, links);
        int shown = shown(address, turns.size(), why);
        Steps steps = new Steps(opened, links, links.served() ? Passage.USUAL : IN_A_BUNDLE);
        IntStream which = links.served()
                ? IntStream.range(shown, turns.isEmpty() ? shown : shown + 1)
                : IntStream.range(0, turns.size());
        EpisodeView view = new EpisodeView(
                head(opened),
                why,
                rows(opened, shown, why, links),
                which.mapToObj(index -> steps.step(index, why.evidence())).toList(),
                Search.of(address.text("q", ""), opened, links),
                places(opened, shown, steps, links),
                address.text("tab", ""));
        String title = (links.served() && !turns.isEmpty() ? "Step " + (shown + 1) + " · " : "") + episode.task();
        Frame frame = new Frame(
                title,
                links,
                List.of(
                        new Frame.Crumb(opened.run(), links.run(opened.run())),
                        new Frame.Crumb(
                                view.head().key(), links.episode(opened.run(), episode.task(), episode.repeat(), -1))),
                List.of("trace.css", "trace.js"));
        return new Answer.Html("episode.jte", Map.of("frame", frame, "view", view));
    }

    /** The step that is asked for; else the one that explains most: the likeliest cause, then the answer. */
    private static int shown(Address address, int steps, Why why) {
        int asked = address.number("step", 0);
        if (asked != 0) {
            if (asked < 1 || asked > Math.max(1, steps)) {
                throw Problem.notFound("the episode has " + steps + " steps, and no step " + asked);
            }
            return asked - 1;
        }
        return why.causes().stream()
                .flatMap(cause -> cause.evidence().stream())
                .filter(Evidence::atStep)
                .map(Evidence::step)
                .findFirst()
                .orElse(0);
    }

    private static Head head(Opened opened) {
        Episode episode = opened.episode();
        boolean scored = episode.scored();
        double reward = episode.reward();
        String problem = episode.score() instanceof Score.Unscored unscored
                ? "Not scored ("
                        + unscored.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + "): "
                        + unscored.message() + (episode.error().isEmpty() ? "" : "\n" + episode.error())
                : episode.error();
        return new Head(
                opened.run(),
                Passage.visible(episode.task()) + (episode.repeat() == 0 ? "" : ", repeat " + (episode.repeat() + 1)),
                scored ? String.format(Locale.ROOT, "%.3f", reward) : "not scored",
                !scored ? "" : reward >= PERFECT ? "good" : reward <= 0 ? "bad" : "warn",
                ended(episode) + (episode.domain().isEmpty() ? "" : " · " + Passage.line(episode.domain(), 40))
                        + " · seed " + episode.seed(),
                Passage.of(goal(opened), 6_000, ""),
                Passage.of(episode.answer(), 4_000, ""),
                Passage.of(episode.gold(), 4_000, ""),
                Passage.of(problem, 4_000, ""),
                figures(episode));
    }

    /** Who or what ended an episode. */
    private static String ended(Episode episode) {
        return switch (episode.finish().kind()) {
            case ENDED ->
                episode.finish().word().equals("no_tool_calls")
                        ? "ended by the agent's answer"
                        : "ended by the environment or a final action";
            case TRUNCATED -> "truncated by the limit of " + episode.finish().limit();
            case MODEL_FAILED -> "the model failed";
            case ENVIRONMENT_LOST -> "the environment was lost";
            case FAILED -> "the agent or a tool failed";
            case CANCELLED -> "cancelled";
            case UNKNOWN -> "nobody knows how it ended";
        };
    }

    private static String goal(Opened opened) {
        String asked = opened.detail().task().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n\n"));
        return asked.isBlank()
                ? opened.detail()
                        .task()
                        .field("question")
                        .map(value -> String.valueOf(value.value()))
                        .orElse("")
                : asked;
    }

    private static List<Figure> figures(Episode episode) {
        Usage usage = episode.usage();
        List<Figure> out = new ArrayList<>();
        out.add(new Figure("steps", Integer.toString(episode.steps()), ""));
        out.add(new Figure(
                "time",
                Phase.time(episode.duration().toNanos() / 1e9),
                episode.waited().isZero()
                        ? ""
                        : Phase.time(episode.waited().toNanos() / 1e9) + " waiting to ask again"));
        out.add(new Figure(
                "tokens",
                String.format(Locale.ROOT, "%,d", usage.tokens()),
                usage.tokens() == 0
                        ? ""
                        : String.format(Locale.ROOT, "%,d in, %,d out", usage.inputTokens(), usage.outputTokens())));
        out.add(new Figure(
                "cost",
                usage.costKnown() ? String.format(Locale.ROOT, "$%.4f", usage.usd()) : "unknown",
                episode.retries() == 0 ? "" : "asked again " + episode.retries() + " times"));
        return out;
    }

    private static List<Row> rows(Opened opened, int shown, Why why, Links links) {
        Episode episode = opened.episode();
        return opened.detail().turns().stream()
                .map(turn -> new Row(
                        turn.index() + 1,
                        Steps.label(turn),
                        turn.reward() == 0 || Double.isNaN(turn.reward())
                                ? ""
                                : String.format(Locale.ROOT, "%+.2f", turn.reward()),
                        !turn.error().isEmpty(),
                        why.evidence().stream().anyMatch(one -> one.step() == turn.index()),
                        links.served() && turn.index() == shown,
                        links.episode(opened.run(), episode.task(), episode.repeat(), turn.index())))
                .toList();
    }

    private static Places places(Opened opened, int shown, Steps steps, Links links) {
        Episode episode = opened.episode();
        int last = opened.detail().turns().size() - 1;
        return new Places(
                episode.task(),
                episode.repeat(),
                links.episode(opened.run(), episode.task(), episode.repeat(), -1),
                links.steps(opened.run(), episode.task(), episode.repeat()),
                shown > 0 ? links.episode(opened.run(), episode.task(), episode.repeat(), shown - 1) : "",
                shown < last ? links.episode(opened.run(), episode.task(), episode.repeat(), shown + 1) : "",
                links.chat(opened.run(), episode.task(), episode.repeat(), 0),
                opened.detail().trajectory().messages().size(),
                steps.recording().stream()
                        .flatMap(all -> all.files().stream())
                        .map(name -> new EpisodeView.File(
                                name, links.artifact(opened.run(), episode.task(), episode.repeat(), name)))
                        .toList());
    }
}
