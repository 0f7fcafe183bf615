package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.RunConfigurations;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.live.LiveView;
import dev.guerdon.viewer.live.UnderWay;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.query.FilterException;
import dev.guerdon.viewer.table.EpisodeTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run. */
@Internal
public final class RunScreen implements Screen {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final RunData data;
    private final int rows;

    /**
     * @param rows how many rows of the table a page has
     */
    public RunScreen(RunData data, int rows) {
        this.data = data;
        this.rows = rows;
    }

    /** With as many rows as a page on a server has. */
    public RunScreen(RunData data) {
        this(data, TableAddress.PAGE);
    }

    @Override
    public String path() {
        return "/runs/{run}";
    }

    @Override
    public Answer show(Address address, Links links) {
        TableAddress asked = TableAddress.of(address);
        RunInfo info = data.store().outline(asked.run());
        Frame frame = new Frame(info.name(), links, List.of(new Frame.Crumb(info.name(), links.run(info.name()))));
        Optional<EpisodeIndex> index =
                links.served() ? data.within(info.name(), PATIENCE) : Optional.of(data.index(info.name()));
        if (index.isEmpty()) {
            return new Answer.Html(
                    "runreading.jte",
                    Map.of(
                            "frame",
                            frame,
                            "name",
                            info.name(),
                            "progress",
                            Figure.percent(data.progress(info.name()))));
        }
        Map<String, @Nullable Object> model = new LinkedHashMap<>();
        model.put("frame", frame);
        model.put("view", view(info, index.get(), asked, links));
        model.put("live", live(info, index.get(), links));
        return new Answer.Html("run.jte", model);
    }

    private @Nullable LiveView live(RunInfo info, EpisodeIndex index, Links links) {
        return info.status() == RunInfo.Status.RUNNING && links.served()
                ? UnderWay.of(
                        data.store(),
                        info,
                        index,
                        LiveRun.planned(data.store().root().resolve(info.name())),
                        links)
                : null;
    }

    private RunView view(RunInfo info, EpisodeIndex index, TableAddress asked, Links links) {
        EpisodeTable table;
        String problem = "";
        try {
            table = data.table(index, asked.filter(), asked.sort());
        } catch (FilterException e) {
            problem = String.valueOf(e.getMessage());
            table = data.table(index, "", asked.sort());
        }
        List<Column> columns = TableView.columns(index, asked.columns());
        TableView rowsShown = TableView.of(table, asked, columns, rows, links);
        return new RunView(
                KeyFigures.of(data, info, index, links),
                chosen(table, asked, problem, links),
                rowsShown,
                tools(index, asked, columns, rowsShown, links),
                data.notes().of(info.name()).stream()
                        .filter(note -> note.task().isEmpty())
                        .toList(),
                configuration(info));
    }

    private static RunView.Chosen chosen(EpisodeTable table, TableAddress asked, String problem, Links links) {
        List<Bars> bars = new ArrayList<>();
        for (String name : List.of("reward", "duration", "cost", "steps")) {
            table.index()
                    .find(name)
                    .map(column -> Bars.of(table, column, filter -> address(asked, filter, links)))
                    .filter(drawing -> drawing.bars().stream().anyMatch(bar -> bar.height() > 0))
                    .filter(drawing -> !name.equals("cost") || drawing.bars().size() > 1)
                    .ifPresent(bars::add);
        }
        return new RunView.Chosen(
                table.size(),
                table.index().size(),
                table.selection().undecided(),
                problem,
                table.selection().notices(),
                bars,
                EpisodeGroups.of(table, filter -> address(asked, filter, links)));
    }

    /** Where the episodes of a further filter are; empty where there is no server to choose them. */
    private static String address(TableAddress asked, String filter, Links links) {
        String both = asked.filter().isEmpty() ? filter : "(" + asked.filter() + ") and " + filter;
        return links.served() ? asked.filtered(both).page(links) : "";
    }

    private RunView.Tools tools(
            EpisodeIndex index, TableAddress asked, List<Column> columns, TableView shown, Links links) {
        List<RunView.Fact> quick = new ArrayList<>();
        quick.add(new RunView.Fact("all", "", asked.filtered("").page(links)));
        for (String filter : List.of("reward < 1", "reward = 0", "unscored is present", "error is present")) {
            quick.add(new RunView.Fact(filter, filter, asked.filtered(filter).page(links)));
        }
        List<String> hidden = new ArrayList<>();
        index.columns().stream()
                .filter(column -> !columns.contains(column))
                .forEach(column -> hidden.add(column.name()));
        List<RunView.Choice> choices = index.columns().stream()
                .map(column -> new RunView.Choice(column.name(), columns.contains(column)))
                .toList();
        List<RunView.Fact> exports = List.of("csv", "json", "jsonl", "parquet").stream()
                .map(format -> new RunView.Fact(format, "", asked.from(0).export(links, format)))
                .toList();
        String lost = index.withoutColumn().isEmpty()
                ? ""
                : "; too many extras to have columns: " + Figure.line(String.join(", ", index.withoutColumn()), 400);
        return new RunView.Tools(
                asked,
                asked.from(0).rows(links),
                shown.from() > 0 ? asked.from(Math.max(0, shown.from() - rows)).page(links) : "",
                shown.to() < shown.size() ? asked.from(shown.to()).page(links) : "",
                quick,
                choices,
                (hidden.isEmpty() ? "" : Figure.times(hidden.size(), "column") + " not shown") + lost,
                exports,
                data.views().all());
    }

    private RunView.Configuration configuration(RunInfo info) {
        List<RunInfo> like = data.runs().stream()
                .filter(other -> other.suite().equals(info.suite()))
                .toList();
        RunConfigurations all = RunConfigurations.over(like);
        Map<String, String> mine = RunConfigurations.of(info);
        Map<String, String> same = new LinkedHashMap<>();
        Map<String, String> own = new LinkedHashMap<>();
        mine.forEach((name, value) -> (all.constants().containsKey(name) ? same : own).put(name, value));
        return new RunView.Configuration(same, own, like.size());
    }
}
