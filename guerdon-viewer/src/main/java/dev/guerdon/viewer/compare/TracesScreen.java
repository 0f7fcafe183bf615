package dev.guerdon.viewer.compare;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.compare.TracesView.Cell;
import dev.guerdon.viewer.compare.TracesView.Lane;
import dev.guerdon.viewer.compare.TracesView.Row;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.Alignment;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.Phase;
import dev.guerdon.viewer.trace.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One task in two runs: both traces side by side, with the first difference marked. */
@Internal
public final class TracesScreen implements Screen {

    private static final int SHORT = 600;

    /** So many rows are on a page. */
    private static final int ON_A_PAGE = 400;

    /** A row of more steps that are the same is folded. */
    private static final int FOLDED = 3;

    private final OpenRuns runs;

    public TracesScreen(OpenRuns runs) {
        this.runs = runs;
    }

    @Override
    public String path() {
        return "/traces";
    }

    @Override
    public Answer show(Address address, Links links) {
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
                throw Problem.notFound(
                        "neither " + first + " nor " + second + " has a finished episode of task '" + task + "'");
            }
            Alignment alignment = Alignment.of(turns(one), turns(other));
            int from = Math.max(0, address.number("from", 1) - 1);
            List<TracesView.Repeat> others = new ArrayList<>();
            for (int i = 0; repeats > 1 && i < repeats; i++) {
                others.add(new TracesView.Repeat(i + 1, links.traces(first, second, task, i), i == repeat));
            }
            String here = links.traces(first, second, task, repeat);
            TracesView view = new TracesView(
                    Passage.visible(task),
                    lane(first, one, links),
                    lane(second, other, links),
                    gold(one, other),
                    rows(alignment, from, one, other, links),
                    alignment,
                    others,
                    from > 0 ? here + "&from=" + (Math.max(0, from - ON_A_PAGE) + 1) : "",
                    links.served() && from + ON_A_PAGE < alignment.rows().size()
                            ? here + "&from=" + (from + ON_A_PAGE + 1)
                            : "");
            Frame frame = new Frame(
                    task + " · " + second + " against " + first,
                    links,
                    List.of(
                            new Frame.Crumb("compare " + first + " and " + second, links.compare(first, second)),
                            new Frame.Crumb(task, here)),
                    List.of("trace.css", "trace.js"));
            return new Answer.Html("comparetraces.jte", Map.of("frame", frame, "view", view));
        }
    }

    private static List<Turn> turns(@Nullable Opened opened) {
        return opened == null ? List.of() : opened.detail().turns();
    }

    private static Passage gold(@Nullable Opened one, @Nullable Opened other) {
        Opened any = one == null ? other : one;
        return any == null ? Passage.NONE : Passage.of(any.episode().gold(), 2_000, "");
    }

    private static Lane lane(String run, @Nullable Opened opened, Links links) {
        if (opened == null) {
            return new Lane(run, links.run(run), "no finished episode", "", Passage.NONE, "", 0, "");
        }
        boolean scored = opened.episode().scored();
        double reward = opened.episode().reward();
        return new Lane(
                run,
                links.run(run),
                scored ? String.format(Locale.ROOT, "%.3f", reward) : "not scored",
                !scored ? "" : reward >= 0.99 ? "good" : reward <= 0 ? "bad" : "warn",
                Passage.of(opened.episode().answer(), 2_000, ""),
                Phase.time(opened.episode().duration().toNanos() / 1e9),
                opened.detail().turns().size(),
                links.episode(run, opened.episode().task(), opened.episode().repeat(), -1));
    }

    private static List<Row> rows(
            Alignment alignment, int from, @Nullable Opened one, @Nullable Opened other, Links links) {
        List<Row> out = new ArrayList<>();
        List<Alignment.Row> rows = alignment.rows();
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
            Alignment.Row row,
            int folded,
            boolean first,
            @Nullable Opened one,
            @Nullable Opened other,
            Links links) {
        return new Row(
                place + 1,
                words(row),
                row.differs(),
                first,
                folded,
                cell(row.base(), one, links),
                cell(row.candidate(), other, links));
    }

    private static String words(Alignment.Row row) {
        return switch (row.kind()) {
            case SAME -> "same";
            case OTHER_RESULT -> "same action, other result";
            case OTHER_ACTION -> "another action";
            case ONLY_BASE -> "only in the base";
            case ONLY_CANDIDATE -> "only in the candidate";
        };
    }

    private static @Nullable Cell cell(int step, @Nullable Opened opened, Links links) {
        if (step < 0 || opened == null) {
            return null;
        }
        Turn turn = opened.detail().turns().get(step);
        String task = opened.episode().task();
        int repeat = opened.episode().repeat();
        String chosen = Steps.chosen(turn);
        return new Cell(
                step + 1,
                links.episode(opened.run(), task, repeat, step),
                Passage.of(
                        chosen.isBlank() ? turn.reply() : chosen,
                        SHORT,
                        links.text(opened.run(), task, repeat, step, chosen.isBlank() ? "reply" : "action")),
                Passage.of(
                        Steps.result(turn),
                        SHORT,
                        links.text(
                                opened.run(),
                                task,
                                repeat,
                                step,
                                Steps.result(turn).equals(turn.observation()) ? "observation" : "payload")),
                Passage.of(turn.error(), SHORT, links.text(opened.run(), task, repeat, step, "error")),
                turn.reward() == 0 || Double.isNaN(turn.reward())
                        ? ""
                        : String.format(Locale.ROOT, "%+.3f", turn.reward()));
    }
}
