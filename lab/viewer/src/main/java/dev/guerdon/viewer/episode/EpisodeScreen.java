package dev.guerdon.viewer.episode;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.viewer.episode.EpisodeSteps.StepView;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.episode.RewardExplainer.Why;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An episode: why it has its reward, one of its steps, the whole of a text, and the files that it left. */
final class EpisodeScreen {

    /** Length of a text on a page that is the only place for it. */
    private static final int IN_A_BUNDLE = 200_000;

    private final OpenRuns runs;
    private final RewardExplainer reasons;

    public EpisodeScreen(OpenRuns runs, RewardExplainer reasons) {
        this.runs = runs;
        this.reasons = reasons;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        Opened opened = runs.episode(address);
        Episode episode = opened.episode();
        List<Turn> turns = opened.detail().turns();
        Why why = reasons.of(opened, links);
        int shown = shown(address, opened, why);
        EpisodeSteps steps = new EpisodeSteps(opened, links, links.served() ? TextPassage.USUAL : IN_A_BUNDLE);
        IntStream which = links.served()
                ? IntStream.range(shown, turns.isEmpty() ? shown : shown + 1)
                : IntStream.range(0, turns.size());
        EpisodeView view = new EpisodeView(
                opened,
                links,
                why,
                shown,
                which.mapToObj(index -> steps.step(index, why.evidence())).toList(),
                EpisodeSearch.of(address.text("q", ""), opened, links),
                steps.recording().stream().flatMap(all -> all.files().stream()).toList(),
                address.text("tab", ""));
        String title = (links.served() && !turns.isEmpty() ? "Step " + (shown + 1) + " · " : "") + episode.task();
        PageFrame frame = new PageFrame(
                title,
                links,
                List.of(
                        new PageFrame.Crumb(opened.run(), links.run(opened.run())),
                        new PageFrame.Crumb(opened.title(), opened.at(-1, links))),
                List.of("trace.css", "trace.js"));
        return new ScreenAnswer.Html("episode/episode.jte", Map.of("frame", frame, "view", view));
    }

    /** Shows one step, without a page around it. */
    public ScreenAnswer step(PageAddress address, PageLinks links) {
        Opened opened = runs.episode(address);
        int step = asked(address, opened);
        return new ScreenAnswer.Html(
                "episode/episodestep.jte",
                Map.of(
                        "step",
                        new EpisodeSteps(opened, links, TextPassage.USUAL)
                                .step(step, reasons.of(opened, links).evidence()),
                        "of",
                        opened.detail().turns().size(),
                        "tab",
                        address.text("tab", "")));
    }

    /** Shows the whole of a text of which a page has the beginning, as plain text. */
    public ScreenAnswer text(PageAddress address, PageLinks links) {
        Opened opened = runs.episode(address);
        int step = asked(address, opened);
        try {
            byte[] text = SecretFilter.known()
                    .redact(new EpisodeSteps(opened, links, TextPassage.USUAL).text(step, address.text("part", "")))
                    .getBytes(StandardCharsets.UTF_8);
            return new ScreenAnswer.Stream("text/plain; charset=utf-8", "", out -> out.write(text));
        } catch (IllegalArgumentException e) {
            throw PageProblem.notFound(String.valueOf(e.getMessage()));
        }
    }

    /** Shows a file that the episode left. Pictures of pixels are shown; everything else is text or saved, and never a page. */
    public ScreenAnswer artifact(PageAddress address, PageLinks links) {
        String name = address.text("file", "");
        Path file = EpisodeRecording.of(runs.episode(address).detail())
                .flatMap(all -> all.file(name))
                .orElseThrow(() -> PageProblem.notFound("the episode left no file '" + name + "'"));
        String type = switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "png" -> "image/png";
            case "jpg", "jpeg" -> "image/jpeg";
            case "log", "txt", "json" -> "text/plain; charset=utf-8";
            default -> "application/octet-stream";
        };
        return new ScreenAnswer.Stream(type, type.startsWith("application/") ? name : "", out -> {
            byte[] bytes = Files.readAllBytes(file);
            out.write(
                    type.startsWith("text/")
                            ? SecretFilter.known()
                                    .redact(new String(bytes, StandardCharsets.UTF_8))
                                    .getBytes(StandardCharsets.UTF_8)
                            : bytes);
        });
    }

    /** Returns the step that is asked for, from 0. */
    private static int asked(PageAddress address, Opened opened) {
        int step = address.number("step", 1);
        int steps = opened.detail().turns().size();
        if (step < 1 || step > steps) {
            throw PageProblem.notFound("the episode has " + steps + " steps, and no step " + step);
        }
        return step - 1;
    }

    /** Returns the step that is asked for; else the one that explains most: the likeliest cause, then the answer. */
    private static int shown(PageAddress address, Opened opened, Why why) {
        if (address.number("step", 0) != 0
                && !(address.number("step", 0) == 1 && opened.detail().turns().isEmpty())) {
            return asked(address, opened);
        }
        return why.causes().stream()
                .flatMap(cause -> cause.evidence().stream())
                .filter(RewardEvidence::atStep)
                .map(RewardEvidence::step)
                .findFirst()
                .orElse(0);
    }

    /** Returns why an episode has no score, or what failed in it; empty for nothing. */
    static String problem(Episode episode) {
        return episode.score() instanceof Score.Unscored unscored
                ? "Not scored ("
                        + unscored.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + "): "
                        + unscored.message() + (episode.error().isEmpty() ? "" : "\n" + episode.error())
                : episode.error();
    }

    /** Returns who or what ended an episode. */
    static String ended(Episode episode) {
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

    /** Returns what the agent was asked. */
    static String goal(Opened opened) {
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

    /**
     * An episode on a page.
     *
     * @param why why it has its reward
     * @param shown the step that is shown, from 0
     * @param steps the steps on the page: the one that is shown, or all of them if there is no server to ask for the next
     * @param search where the words stand that are looked for
     * @param files the names of the files that the episode left
     * @param tab which of the longer texts of a step is open
     */
    record EpisodeView(
            Opened opened,
            PageLinks links,
            Why why,
            int shown,
            List<StepView> steps,
            EpisodeSearch search,
            List<String> files,
            String tab) {

        /** Returns what the number of a step is added to, to get that step alone. */
        String fragment() {
            Episode episode = opened.episode();
            return links.steps(opened.run(), episode.task(), episode.repeat());
        }

        /** Returns where the step before the one that is shown is; empty if there is none. */
        String previous() {
            return shown > 0 ? opened.at(shown - 1, links) : "";
        }

        /** Returns where the step after the one that is shown is; empty if there is none. */
        String next() {
            return shown < opened.detail().turns().size() - 1 ? opened.at(shown + 1, links) : "";
        }

        /** Returns whether something can be seen in a step that explains the reward. */
        boolean marked(Turn turn) {
            return why.evidence().stream().anyMatch(one -> one.step() == turn.index());
        }
    }
}
