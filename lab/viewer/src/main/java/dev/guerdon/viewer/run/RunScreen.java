package dev.guerdon.viewer.run;

import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.run.EpisodeSelection.FilterException;
import dev.guerdon.viewer.run.LiveScreen.LiveView;
import dev.guerdon.viewer.run.RunView.Fact;
import dev.guerdon.viewer.run.RunView.Group;
import dev.guerdon.viewer.run.RunView.Line;
import dev.guerdon.viewer.run.RunsScreen.RunRow;
import dev.guerdon.viewer.run.TableExport.ExportFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A run. */
final class RunScreen {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final int MOST_ROWS = 500;
    private static final int MOST_GROUPS = 12;
    private static final int LONGEST_GROUP = 300;

    private final RunData data;
    private final int rows;

    /**
     * @param rows how many rows of the table a page has
     */
    RunScreen(RunData data, int rows) {
        this.data = data;
        this.rows = rows;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        TableAddress asked = TableAddress.of(address);
        RunInfo info = data.store().outline(asked.run());
        PageFrame frame =
                new PageFrame(info.name(), links, List.of(new PageFrame.Crumb(info.name(), links.run(info.name()))));
        Optional<EpisodeIndex> index =
                links.served() ? data.within(info.name(), PATIENCE) : Optional.of(data.index(info.name()));
        if (index.isEmpty()) {
            String progress = PageNumber.percent(data.progress(info.name()));
            return new ScreenAnswer.Html(
                    "run/runreading.jte", Map.of("frame", frame, "name", info.name(), "progress", progress));
        }
        Map<String, @Nullable Object> model = new LinkedHashMap<>();
        model.put("frame", frame);
        model.put("view", view(info, index.get(), asked, links));
        model.put("live", live(info, index.get(), links));
        return new ScreenAnswer.Html("run/run.jte", model);
    }

    /** Shows some rows of the table, for a script that scrolls. */
    public ScreenAnswer rows(PageAddress address, PageLinks links) {
        TableAddress asked = TableAddress.of(address);
        int limit = Math.clamp(address.number("limit", TableAddress.PAGE), 1, MOST_ROWS);
        EpisodeIndex index = data.index(asked.run());
        TableView view = TableView.of(
                FilteredEpisodes.of(index, asked.filter(), asked.sort()),
                asked,
                TableView.columns(index, asked.columns()),
                limit,
                links);
        return new ScreenAnswer.Html("run/runrows.jte", Map.of("view", view));
    }

    /** Writes the table as a file. */
    public ScreenAnswer export(PageAddress address, PageLinks links) {
        TableAddress asked = TableAddress.of(address);
        ExportFormat format = ExportFormat.of(address.text("format", "csv"));
        FilteredEpisodes table = FilteredEpisodes.of(data.index(asked.run()), asked.filter(), asked.sort());
        TableExport export = TableExport.of(table, asked.columns());
        return new ScreenAnswer.Stream(
                format.mediaType(), asked.run() + "." + format.ending(), out -> export.write(format, out));
    }

    private @Nullable LiveView live(RunInfo info, EpisodeIndex index, PageLinks links) {
        return info.status() == RunInfo.Status.RUNNING && links.served()
                ? LiveView.of(
                        data.store(),
                        info,
                        index,
                        LiveRun.planned(data.store().root().resolve(info.name())),
                        links)
                : null;
    }

    private RunView view(RunInfo info, EpisodeIndex index, TableAddress asked, PageLinks links) {
        FilteredEpisodes table;
        String problem = "";
        try {
            table = FilteredEpisodes.of(index, asked.filter(), asked.sort());
        } catch (FilterException e) {
            problem = String.valueOf(e.getMessage());
            table = FilteredEpisodes.of(index, "", asked.sort());
        }
        List<FigureColumn> columns = TableView.columns(index, asked.columns());
        TableView rowsShown = TableView.of(table, asked, columns, rows, links);
        return new RunView(
                new RunRow(info, data.summary(info), links.run(info.name()), "", Optional.empty()),
                ways(info, links),
                table,
                problem,
                bars(table, asked, links),
                groups(table, filter -> address(asked, filter, links)),
                rowsShown,
                tools(index, asked, columns, rowsShown, links),
                data.notes().of(info.name()).stream()
                        .filter(note -> note.task().isEmpty())
                        .toList(),
                configuration(info));
    }

    private static List<HistogramDrawing> bars(FilteredEpisodes table, TableAddress asked, PageLinks links) {
        List<HistogramDrawing> bars = new ArrayList<>();
        for (String name : List.of("reward", "duration", "cost", "steps")) {
            table.index()
                    .find(name)
                    .map(column -> HistogramDrawing.of(table, column, filter -> address(asked, filter, links)))
                    .filter(drawing -> drawing.bars().stream().anyMatch(bar -> bar.height() > 0))
                    .filter(drawing -> !name.equals("cost") || drawing.bars().size() > 1)
                    .ifPresent(bars::add);
        }
        return bars;
    }

    /** Returns where the episodes of a further filter are; empty if there is no server to choose them. */
    private static String address(TableAddress asked, String filter, PageLinks links) {
        String both = asked.filter().isEmpty() ? filter : "(" + asked.filter() + ") and " + filter;
        return links.served() ? asked.filtered(both).page(links) : "";
    }

    private RunView.Tools tools(
            EpisodeIndex index, TableAddress asked, List<FigureColumn> columns, TableView shown, PageLinks links) {
        List<Fact> quick = new ArrayList<>();
        quick.add(new Fact("all", "", asked.filtered("").page(links)));
        for (String filter : List.of("reward < 1", "reward = 0", "unscored is present", "error is present")) {
            quick.add(new Fact(filter, filter, asked.filtered(filter).page(links)));
        }
        List<String> hidden = new ArrayList<>();
        index.columns().stream()
                .filter(column -> !columns.contains(column))
                .forEach(column -> hidden.add(column.name()));
        List<RunView.Choice> choices = index.columns().stream()
                .map(column -> new RunView.Choice(column.name(), columns.contains(column)))
                .toList();
        List<Fact> exports = List.of("csv", "json", "jsonl").stream()
                .map(format -> new Fact(format, "", asked.from(0).export(links, format)))
                .toList();
        String lost = index.withoutColumn().isEmpty()
                ? ""
                : "; too many extras to have columns: "
                        + PageNumber.line(String.join(", ", index.withoutColumn()), 400);
        return new RunView.Tools(
                asked,
                asked.from(0).rows(links),
                shown.from() > 0 ? asked.from(Math.max(0, shown.from() - rows)).page(links) : "",
                shown.to() < shown.size() ? asked.from(shown.to()).page(links) : "",
                quick,
                choices,
                (hidden.isEmpty() ? "" : PageNumber.times(hidden.size(), "column") + " not shown") + lost,
                exports);
    }

    private RunView.Configuration configuration(RunInfo info) {
        List<RunInfo> like = data.runs().stream()
                .filter(other -> other.suite().equals(info.suite()))
                .toList();
        List<Map<String, String>> all =
                like.stream().map(RunComparer::configuration).toList();
        Map<String, String> same = new LinkedHashMap<>();
        Map<String, String> own = new LinkedHashMap<>();
        RunComparer.configuration(info).forEach((name, value) -> {
            boolean alike =
                    all.stream().allMatch(each -> each.getOrDefault(name, "").equals(value));
            (alike ? same : own).put(name, value);
        });
        return new RunView.Configuration(same, own, like.size());
    }

    /** Returns the share of episodes in percent; empty for none. */
    static String share(long count, long all) {
        return all == 0 || count == 0 ? "" : PageNumber.percent(count / (double) all);
    }

    private List<Fact> ways(RunInfo info, PageLinks links) {
        List<Fact> ways = new ArrayList<>();
        String diagnosis = links.diagnosis(info.name());
        if (!diagnosis.isEmpty()) {
            ways.add(new Fact("Why reward was lost", "", diagnosis));
        }
        RunInfo before = null;
        for (RunInfo other : data.runs()) {
            if (other.name().equals(info.name())) {
                break;
            }
            before = other.suite().equals(info.suite()) ? other : before;
        }
        if (before != null) {
            String address = links.compare(before.name(), info.name());
            if (!address.isEmpty()) {
                ways.add(new Fact("Compare with the run before", "", address));
            }
        }
        return ways;
    }

    /** Episodes by what ended or cost them: causes, reasons without a score, errors, domains, endings. */
    private static List<Group> groups(FilteredEpisodes table, Function<String, String> address) {
        List<Group> out = new ArrayList<>();
        add(out, table, "cause", "Causes of lost reward", address, 1);
        add(out, table, "unscored", "Unscored, by reason", address, 1);
        add(out, table, "error", "Errors, by message", address, 1);
        add(out, table, "domain", "Domains", address, 2);
        add(out, table, "finish", "How episodes ended", address, 1);
        return out;
    }

    private static void add(
            List<Group> out,
            FilteredEpisodes table,
            String name,
            String title,
            Function<String, String> address,
            int fewest) {
        Optional<FigureColumn> column = table.index().find(name);
        if (column.isEmpty() || column.get().kind() != FigureColumn.Kind.TEXT) {
            return;
        }
        RowGroups groups = RowGroups.of(table, column.get().name(), MOST_GROUPS);
        List<Line> lines = groups.groups().stream()
                .filter(group -> !group.value().isEmpty())
                .map(group -> new Line(
                        PageNumber.line(group.value(), LONGEST_GROUP),
                        group.rows(),
                        PageNumber.reward(group.meanReward()),
                        address.apply(groups.filter(group))))
                .toList();
        if (lines.size() >= fewest) {
            out.add(new Group(title, lines, groups.all() - groups.groups().size()));
        }
    }
}
