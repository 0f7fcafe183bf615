package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ViewerScreen;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The pages on runs with their paths, and the forms: notes, and to steer a run under way. */
@Internal
public final class RunPages {

    private final RunData data;
    private final LiveScreen live;

    public RunPages(RunData data, PageTemplates templates) {
        this.data = data;
        this.live = new LiveScreen(data, templates);
    }

    /**
     * Lists the pages that are served and bundled.
     *
     * @param listed which runs are listed, by name
     * @param rows how many rows of its table the page of a run has; 0 for as many as on a server
     */
    public List<ViewerScreen> pages(Predicate<String> listed, int rows) {
        RunScreen run = new RunScreen(data, rows == 0 ? TableAddress.PAGE : rows);
        return List.of(
                new ViewerScreen("/", new RunsScreen(data, listed)::show),
                new ViewerScreen("/runs/{run}", run::show),
                new ViewerScreen("/runs/{run}/rows", run::rows),
                new ViewerScreen("/runs/{run}/export", run::export));
    }

    /** Lists the pages on runs under way, which only a server has. */
    public List<ViewerScreen> live() {
        return List.of(
                new ViewerScreen("/runs/{run}/live", live::show),
                new ViewerScreen("/runs/{run}/live/picture", live::picture));
    }

    /** Lists the forms. */
    public List<ViewerScreen> forms() {
        return List.of(
                new ViewerScreen("/runs/{run}/notes", this::note), new ViewerScreen("/runs/{run}/steer", this::steer));
    }

    /** Ends all streams. */
    public void close() {
        live.close();
    }

    /** Writes or deletes a note about a run or one of its episodes. */
    private ScreenAnswer note(PageAddress address, PageLinks links) {
        String run = data.store().outline(address.part("run")).name();
        String task = address.text("task", "");
        int repeat = address.number("repeat", 0);
        String delete = address.text("delete", "");
        if (delete.isEmpty()) {
            List<String> tags = Arrays.stream(address.text("tags", "").split("[,\\s]+", -1))
                    .filter(tag -> !tag.isBlank())
                    .toList();
            data.notes().add(run, task, repeat, address.text("text", ""), tags, address.text("who", ""));
        } else {
            data.notes().delete(run, delete);
        }
        return new ScreenAnswer.Elsewhere(
                (task.isEmpty() ? links.run(run) : links.episode(run, task, repeat, -1)) + "#notes");
    }

    /** Pauses a run under way, lets it go on, or stops it after what is in flight. */
    private ScreenAnswer steer(PageAddress address, PageLinks links) {
        String run = data.store().outline(address.part("run")).name();
        LiveRun.Wish wish = switch (address.text("wish", "")) {
            case "pause" -> LiveRun.Wish.PAUSE;
            case "go" -> LiveRun.Wish.GO_ON;
            case "stop" -> LiveRun.Wish.STOP;
            default -> throw PageProblem.badRequest("expected the wish 'pause', 'go' or 'stop'");
        };
        LiveRun.ask(data.store().root().resolve(run), wish);
        return new ScreenAnswer.Elsewhere(links.run(run));
    }
}
