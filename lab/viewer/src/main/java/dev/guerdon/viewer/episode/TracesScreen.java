package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.episode.TracesScreen.TracesView.Cell;
import dev.guerdon.viewer.episode.TracesScreen.TracesView.Lane;
import dev.guerdon.viewer.episode.TracesScreen.TracesView.Row;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One task in two runs: both traces side by side, with the first difference marked. */
final class TracesScreen {

    private static final int SHORT = 600;

    /** So many rows are on a page. */
    private static final int ON_A_PAGE = 400;

    /** A row of more steps that are the same is folded. */
    private static final int FOLDED = 3;

    private final OpenRuns runs;

    public TracesScreen(OpenRuns runs) {
        this.runs = runs;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        String task = address.text("task", "");
        int repeat = address.number("repeat", 0);
        try (Run base = runs.open(address.text("base", ""));
                Run candidate = runs.open(address.text("candidate", ""))) {
            Opened one = runs.episode(base, task, repeat).orElse(null);
            Opened other = runs.episode(candidate, task, repeat).orElse(null);
            int repeats = Math.max(base.info().repeat(), candidate.info().repeat());
            String first = base.info().name();
            String second = candidate.info().name();
            if (one == null && other == null && repeat == 0) {
                throw PageProblem.notFound(
                        "neither " + first + " nor " + second + " has a finished episode of task '" + task + "'");
            }
            StepAlignment alignment = StepAlignment.of(turns(one), turns(other));
            int from = Math.max(0, address.number("from", 1) - 1);
            String here = links.traces(first, second, task, repeat);
            TracesView view = new TracesView(
                    task,
                    TextPassage.visible(task),
                    new Lane(first, one),
                    new Lane(second, other),
                    gold(one, other),
                    rows(alignment, from, one, other, links),
                    alignment,
                    repeats,
                    repeat,
                    from > 0 ? here + "&from=" + (Math.max(0, from - ON_A_PAGE) + 1) : "",
                    links.served() && from + ON_A_PAGE < alignment.rows().size()
                            ? here + "&from=" + (from + ON_A_PAGE + 1)
                            : "");
            PageFrame frame = new PageFrame(
                    task + " · " + second + " against " + first,
                    links,
                    List.of(
                            new PageFrame.Crumb("compare " + first + " and " + second, links.compare(first, second)),
                            new PageFrame.Crumb(task, here)),
                    List.of("trace.css", "trace.js"));
            return new ScreenAnswer.Html("episode/comparetraces.jte", Map.of("frame", frame, "view", view));
        }
    }

    private static List<Turn> turns(@Nullable Opened opened) {
        return opened == null ? List.of() : opened.detail().turns();
    }

    private static TextPassage gold(@Nullable Opened one, @Nullable Opened other) {
        Opened any = one == null ? other : one;
        return any == null ? TextPassage.NONE : TextPassage.of(any.episode().gold(), 2_000, "");
    }

    private static List<Row> rows(
            StepAlignment alignment, int from, @Nullable Opened one, @Nullable Opened other, PageLinks links) {
        List<Row> out = new ArrayList<>();
        List<StepAlignment.Row> rows = alignment.rows();
        int end = links.served() ? Math.min(rows.size(), from + ON_A_PAGE) : rows.size();
        int first = alignment.firstDifference();
        int at = from;
        while (at < end) {
            int same = at;
            while (same < end && !rows.get(same).differs()) {
                same++;
            }
            int folded = same - at > FOLDED ? same - at - 1 : 0;
            for (int i = at; i < same; i++) {
                // The last of them stays, so that a difference has something before it.
                out.add(row(i, rows.get(i), i - at < folded ? (i == at ? folded : -1) : 0, false, one, other, links));
            }
            if (same < end) {
                out.add(row(same, rows.get(same), 0, same == first, one, other, links));
            }
            at = same + 1;
        }
        return out;
    }

    private static Row row(
            int place,
            StepAlignment.Row row,
            int folded,
            boolean first,
            @Nullable Opened one,
            @Nullable Opened other,
            PageLinks links) {
        return new Row(
                place + 1,
                words(row),
                row.differs(),
                first,
                folded,
                cell(row.base(), one, links),
                cell(row.candidate(), other, links));
    }

    private static String words(StepAlignment.Row row) {
        return switch (row.kind()) {
            case SAME -> "same";
            case OTHER_RESULT -> "same action, other result";
            case OTHER_ACTION -> "another action";
            case ONLY_BASE -> "only in the base";
            case ONLY_CANDIDATE -> "only in the candidate";
        };
    }

    private static @Nullable Cell cell(int step, @Nullable Opened opened, PageLinks links) {
        if (step < 0 || opened == null) {
            return null;
        }
        Turn turn = opened.detail().turns().get(step);
        String chosen = EpisodeSteps.chosen(turn);
        return new Cell(
                step + 1,
                opened.at(step, links),
                TextPassage.of(
                        chosen.isBlank() ? turn.reply() : chosen,
                        SHORT,
                        opened.text(step, chosen.isBlank() ? "reply" : "action", links)),
                TextPassage.of(
                        EpisodeSteps.result(turn),
                        SHORT,
                        opened.text(
                                step,
                                EpisodeSteps.result(turn).equals(turn.observation()) ? "observation" : "payload",
                                links)),
                TextPassage.of(turn.error(), SHORT, opened.text(step, "error", links)),
                turn.reward() == 0 || Double.isNaN(turn.reward())
                        ? ""
                        : String.format(Locale.ROOT, "%+.3f", turn.reward()));
    }

    /**
     * Two traces on a page.
     *
     * @param rows the steps beside each other
     * @param alignment how they line up
     * @param repeats how many repeats of the task there are
     * @param repeat which of them this is, from 0
     */
    record TracesView(
            String id,
            String task,
            Lane base,
            Lane candidate,
            TextPassage gold,
            List<Row> rows,
            StepAlignment alignment,
            int repeats,
            int repeat,
            String previous,
            String next) {

        /** Returns where a repeat of the task is. */
        String at(int other, PageLinks links) {
            return links.traces(base.run(), candidate.run(), id, other);
        }

        /** Returns how many rows differ. */
        public long differing() {
            return alignment.rows().stream().filter(StepAlignment.Row::differs).count();
        }

        /** A run and its episode of the task; null for none. */
        public record Lane(String run, @Nullable Opened opened) {}

        /**
         * Two steps beside each other.
         *
         * @param number its place, from 1
         * @param words what they have in common
         * @param folded how many rows from here on are folded; -1 where this is one of them
         */
        public record Row(
                int number,
                String words,
                boolean differs,
                boolean first,
                int folded,
                @Nullable Cell base,
                @Nullable Cell candidate) {}

        /** A step. */
        public record Cell(
                int number, String address, TextPassage action, TextPassage result, TextPassage error, String reward) {}
    }
}
